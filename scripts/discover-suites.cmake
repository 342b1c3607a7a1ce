# Writes a file for ctest that runs each suite of the module as a test, as the test runner lists them.
# cmake -DRUNNER=... -DOUTPUT=... -P discover-suites.cmake, after the runner is linked.
# A suite whose name ends in -slow gets the label slow, the others the label suite.

execute_process(COMMAND ${RUNNER} --list OUTPUT_VARIABLE listing COMMAND_ERROR_IS_FATAL ANY)
string(REPLACE "\n" ";" names "${listing}")
set(content "")
foreach(name ${names})
  string(STRIP "${name}" name)
  if(name MATCHES "^rdmacell-")
    set(label suite)
    if(name MATCHES "-slow$")
      set(label slow)
    endif()
    string(APPEND content
           "add_test(${name} \"${RUNNER}\" --suite=${name} --verbose)\n"
           "set_tests_properties(${name} PROPERTIES LABELS ${label} TIMEOUT 1800)\n")
  endif()
endforeach()
file(WRITE ${OUTPUT} "${content}")
