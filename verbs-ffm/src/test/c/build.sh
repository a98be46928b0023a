#!/bin/sh -e
# Builds the null library and its C programs into a folder; needs gcc and the headers of rdma-core (libibverbs-dev).
#   build.sh OUTDIR
# OUTDIR/libibverbs.so.1    the null library, to be put in the real one's place by LD_LIBRARY_PATH
# OUTDIR/old/libibverbs.so.1    the same without what older libraries lack
# OUTDIR/bench_c, OUTDIR/pingpong, OUTDIR/struct-offsets
cd "$(dirname "$0")"
out=${1:?folder to build into}
mkdir -p "$out/old"

library() { # library FILE OPTION...
    file=$1
    shift
    gcc -std=gnu11 -O2 -g -Wall -Wextra -fPIC -fvisibility=hidden -shared -pthread "$@" \
        -Wl,-soname,libibverbs.so.1 -Wl,--version-script=nullverbs.map -o "$file.tmp" \
        nullverbs.c nullverbs_qp.c nullverbs_data.c nullverbs_device.c nullverbs_switch.c
    mv "$file.tmp" "$file"
}

library "$out/libibverbs.so.1"
library "$out/old/libibverbs.so.1" -DNULLVERBS_OLD
gcc -std=gnu11 -O2 -g -Wall -Wextra -o "$out/bench_c" bench_c.c -libverbs -lpthread
gcc -O2 -Wall -Wextra -o "$out/pingpong" pingpong.c -lpthread
gcc -std=gnu11 -Wall -Wextra -o "$out/struct-offsets" struct-offsets.c
