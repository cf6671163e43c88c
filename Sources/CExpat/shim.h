// The system's libexpat.
#ifndef PAWL_CEXPAT_SHIM_H
#define PAWL_CEXPAT_SHIM_H

#include <expat.h>

#endif
