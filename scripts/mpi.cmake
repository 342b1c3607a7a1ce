# MPI, where it is installed: one source calls it. Included by the top CMakeLists.txt, inside an ns-3
# tree and standalone; ns-3's own mpi module is not needed.
option(RDMACELL_MPI "Build with MPI, if it is found" ON)
set(rdmacell_mpi_libraries "")
if(RDMACELL_MPI)
  find_package(MPI QUIET COMPONENTS CXX)
  if(MPI_CXX_FOUND)
    set(rdmacell_mpi_libraries ${MPI_CXX_LIBRARIES})
    set_source_files_properties(
      model/base/mpi-process.cc
      PROPERTIES COMPILE_DEFINITIONS "RDMACELL_MPI;OMPI_SKIP_MPICXX;MPICH_SKIP_MPICXX"
                 INCLUDE_DIRECTORIES "${MPI_CXX_INCLUDE_DIRS}")
  endif()
endif()
