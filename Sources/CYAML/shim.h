// The system's libyaml.
#ifndef PAWL_CYAML_SHIM_H
#define PAWL_CYAML_SHIM_H

#include <yaml.h>

#endif
