# Standalone build against an installed ns-3. Included by the top CMakeLists.txt, whose lists it uses.

set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
option(RDMACELL_SANITIZE "Build with the address and undefined-behavior sanitizers" OFF)
if(RDMACELL_SANITIZE)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=undefined
                      -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
endif()
add_compile_options(-Wall -Wextra)
# Tests build with it; for users a newer compiler's warnings must not be errors.
option(RDMACELL_WERROR "Make errors of the compiler's warnings" OFF)
if(RDMACELL_WERROR)
  add_compile_options(-Werror)
endif()
if(NOT CMAKE_BUILD_TYPE STREQUAL "Release")
  # Checks of indexes and iterators. _GLIBCXX_DEBUG would check more, but changes the layout of the
  # containers that ns-3's libraries exchange with ours.
  add_compile_definitions(_GLIBCXX_ASSERTIONS)
endif()

# Debian's ns3Config.cmake needs more packages than libns3-dev depends on, so the libraries are looked
# up directly. Upstream installs name them ns3.NN-core[-profile].
find_path(NS3_INCLUDE_DIR ns3/core-module.h REQUIRED)
foreach(module core network stats)
  find_library(NS3_${module}_LIBRARY NAMES ns3-${module} REQUIRED)
  add_library(ns3::lib${module} SHARED IMPORTED)
  set_target_properties(ns3::lib${module} PROPERTIES
                        IMPORTED_LOCATION "${NS3_${module}_LIBRARY}"
                        INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "${NS3_INCLUDE_DIR}")
endforeach()

# Only pkg-config knows ns-3's release.
find_package(PkgConfig QUIET)
if(PKG_CONFIG_FOUND)
  execute_process(COMMAND ${PKG_CONFIG_EXECUTABLE} --modversion ns3-core
                  OUTPUT_VARIABLE ns3_version OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
if(ns3_version)
  add_compile_definitions(RDMACELL_NS3_VERSION="${ns3_version}")
endif()

# As in an ns-3 tree, headers of all folders are included as "ns3/x.h".
set(module_header "// All public headers of the rdmacell module.\n#pragma once\n")
foreach(header ${rdmacell_headers})
  get_filename_component(name ${header} NAME)
  file(CREATE_LINK ${CMAKE_CURRENT_SOURCE_DIR}/${header} ${CMAKE_BINARY_DIR}/include/ns3/${name}
       COPY_ON_ERROR SYMBOLIC)
  string(APPEND module_header "#include \"ns3/${name}\"\n")
endforeach()
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/include/ns3/rdmacell-module.h
     CONTENT "${module_header}" @ONLY)

include(scripts/mpi.cmake)

# Compiled once, linked twice: as a library, and straight into the program that sweeps run.
add_library(rdmacell-objects OBJECT ${rdmacell_sources})
set_target_properties(rdmacell-objects PROPERTIES POSITION_INDEPENDENT_CODE ON)
target_include_directories(rdmacell-objects PUBLIC ${CMAKE_BINARY_DIR}/include)
target_link_libraries(rdmacell-objects PUBLIC ns3::libcore ns3::libnetwork ${rdmacell_metis}
                                              ${rdmacell_mpi_libraries})
# The library calls its own functions on every frame, which need no symbol table.
target_compile_options(rdmacell-objects PRIVATE -fno-semantic-interposition)
add_library(rdmacell SHARED)
target_link_libraries(rdmacell PUBLIC rdmacell-objects)
target_link_options(rdmacell PRIVATE -Wl,-Bsymbolic)
if(CMAKE_BUILD_TYPE STREQUAL "Release")
  # Vectorizing adjacent counters costs more instructions than it saves.
  # Line tables, which change no code, for profiles by folder (scripts/benchmark --profile).
  target_compile_options(rdmacell-objects PRIVATE -O3 -fno-tree-slp-vectorize -g1)
  set_target_properties(rdmacell-objects rdmacell PROPERTIES INTERPROCEDURAL_OPTIMIZATION ON)
else()
  # Debian's ns-3 libraries contain logging: debug builds of ours use it, optimized ones omit it.
  target_compile_definitions(rdmacell-objects PUBLIC NS3_LOG_ENABLE NS3_ASSERT_ENABLE)
endif()

# The driver's parts, compiled once for the driver and their tests.
add_library(rdmacell-driver OBJECT ${rdmacell_driver_sources})
target_include_directories(rdmacell-driver PUBLIC ${CMAKE_CURRENT_SOURCE_DIR}/examples/driver
                                                  ${CMAKE_BINARY_DIR}/include)
target_include_directories(rdmacell-driver PRIVATE ${rdmacell_generated})
target_link_libraries(rdmacell-driver PUBLIC ns3::libcore ns3::libnetwork)
add_dependencies(rdmacell-driver rdmacell-commit)

foreach(example ${rdmacell_examples})
  add_executable(${example} examples/${example}.cc)
  if(example STREQUAL "rdmacell-fat-tree")
    # Everything in one program: the linker sees which virtual calls have one target.
    target_link_libraries(${example} PRIVATE rdmacell-driver rdmacell-objects ns3::libstats)
    if(CMAKE_BUILD_TYPE STREQUAL "Release")
      set_target_properties(${example} PROPERTIES INTERPROCEDURAL_OPTIMIZATION ON)
    endif()
  else()
    target_link_libraries(${example} PRIVATE rdmacell-driver rdmacell ns3::libstats)
  endif()
  set_target_properties(${example} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
endforeach()

# The cost of a frame-hop; needs valgrind.
add_custom_target(benchmark COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/scripts/benchmark
                                    --driver=$<TARGET_FILE:rdmacell-fat-tree>
                  DEPENDS rdmacell-fat-tree USES_TERMINAL VERBATIM)

enable_testing()

# Test code runs once; only the library needs more optimization.
set(test_options "")
if(CMAKE_BUILD_TYPE STREQUAL "Release")
  set(test_options -O1)
endif()

add_executable(rdmacell-test-runner test/test-runner.cc ${rdmacell_suites})
target_compile_options(rdmacell-test-runner PRIVATE ${test_options})
target_link_libraries(rdmacell-test-runner PRIVATE rdmacell)
set_target_properties(rdmacell-test-runner PROPERTIES
                      RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
set(suites_file ${CMAKE_BINARY_DIR}/suites.cmake)
add_custom_command(TARGET rdmacell-test-runner POST_BUILD
                   COMMAND ${CMAKE_COMMAND} -DRUNNER=$<TARGET_FILE:rdmacell-test-runner>
                           -DOUTPUT=${suites_file}
                           -P ${CMAKE_CURRENT_SOURCE_DIR}/scripts/discover-suites.cmake
                   VERBATIM)
set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${suites_file})

find_package(GTest REQUIRED)
add_executable(rdmacell-unit-tests ${rdmacell_unit_tests})
target_compile_options(rdmacell-unit-tests PRIVATE ${test_options})
target_link_libraries(rdmacell-unit-tests PRIVATE rdmacell-driver rdmacell GTest::gtest_main)
set_target_properties(rdmacell-unit-tests PROPERTIES
                      RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
include(GoogleTest)
gtest_discover_tests(rdmacell-unit-tests PROPERTIES LABELS unit)

add_executable(rdmacell-property-tests ${rdmacell_property_tests})
target_compile_options(rdmacell-property-tests PRIVATE ${test_options})
target_link_libraries(rdmacell-property-tests PRIVATE rdmacell)
set_target_properties(rdmacell-property-tests PROPERTIES
                      RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
# A test for each range of seeds, so that they run in parallel.
foreach(range 1-200 201-400 401-600 601-800 801-1000)
  add_test(NAME property-${range} COMMAND rdmacell-property-tests --seeds=${range})
  set_tests_properties(property-${range} PROPERTIES LABELS property)
endforeach()
foreach(range 1001-2000 2001-3000 3001-4000 4001-5000 5001-6000 6001-7000 7001-8000 8001-9000)
  add_test(NAME property-${range} COMMAND rdmacell-property-tests --seeds=${range})
  set_tests_properties(property-${range} PROPERTIES LABELS slow TIMEOUT 7200)
endforeach()

# A network of 27,648 hosts: built in a time that leaves room for slow machines, and run.
add_test(NAME setup-slow COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/scripts/benchmark
                                 --driver=$<TARGET_FILE:rdmacell-fat-tree>
                                 --setup 48 --setup-limit=40 --runs=1 --no-valgrind)
set_tests_properties(setup-slow PROPERTIES LABELS slow TIMEOUT 600)

# All values of the fuzz test, or with a sanitizer, under which a run takes ten times as long, some.
set(fuzz_values 1000)
if(RDMACELL_SANITIZE)
  set(fuzz_values 10)
endif()
add_test(NAME fuzz-whole
         COMMAND ${CMAKE_COMMAND} -E env RDMACELL_FUZZ=${fuzz_values}
                 RDMACELL_BUILD=${CMAKE_BINARY_DIR} /usr/bin/python3 -m pytest -q -p no:cacheprovider
                 ${CMAKE_CURRENT_SOURCE_DIR}/test/python/test_fuzz.py)
set_tests_properties(fuzz-whole PROPERTIES LABELS slow TIMEOUT 14400 RUN_SERIAL ON)

# The first command in a new Debian: root, debootstrap, a network and half an hour.
add_test(NAME clean-root COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/scripts/check-clean-root)
set_tests_properties(clean-root PROPERTIES LABELS slow TIMEOUT 14400 SKIP_RETURN_CODE 77 RUN_SERIAL ON)

# All schemes over 2, 3, 4 and 8 MPI ranks.
add_test(NAME ranks-whole
         COMMAND ${CMAKE_COMMAND} -E env RDMACELL_RANKS=all RDMACELL_BUILD=${CMAKE_BINARY_DIR}
                 /usr/bin/python3 -m pytest -q -p no:cacheprovider
                 ${CMAKE_CURRENT_SOURCE_DIR}/test/python/test_ranks.py)
set_tests_properties(ranks-whole PROPERTIES LABELS slow TIMEOUT 7200 RUN_SERIAL ON)

# Builds the module in an ns-3 tree, which takes minutes: a label of its own excludes it.
add_test(NAME contrib COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/scripts/check-contrib)
set_tests_properties(contrib PROPERTIES LABELS contrib TIMEOUT 3600)
