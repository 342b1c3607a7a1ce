# SPDX-License-Identifier: GPL-2.0-only
#
# Writes a header that defines RDMACELL_COMMIT: "+" and the commit of a checkout, with ".dirty" where
# tracked files differ from it, or "" where the sources are not in a git repository of their own.
# Run at each build; the header changes only when its content does.
#   cmake -DSOURCE=DIR -DOUTPUT=FILE -P write-commit.cmake

set(suffix "")
execute_process(COMMAND git -C "${SOURCE}" rev-parse --show-prefix
                RESULT_VARIABLE status OUTPUT_VARIABLE prefix ERROR_QUIET
                OUTPUT_STRIP_TRAILING_WHITESPACE)
# Inside a repository of something else, such as an ns-3 tree, the commit is not ours.
if(status STREQUAL "0" AND prefix STREQUAL "")
  execute_process(COMMAND git -C "${SOURCE}" rev-parse --short=12 HEAD
                  OUTPUT_VARIABLE commit ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(commit)
    set(suffix "+${commit}")
    execute_process(COMMAND git -C "${SOURCE}" diff --quiet HEAD RESULT_VARIABLE status ERROR_QUIET)
    if(NOT status STREQUAL "0")
      string(APPEND suffix ".dirty")
    endif()
  endif()
endif()
file(CONFIGURE OUTPUT "${OUTPUT}" @ONLY
     CONTENT "#define RDMACELL_COMMIT \"${suffix}\" // written by write-commit.cmake\n")
