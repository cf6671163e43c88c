#ifndef PAWL_CRE2_H
#define PAWL_CRE2_H
#endif
