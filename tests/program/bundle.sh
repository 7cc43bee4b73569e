#!/bin/bash
# ./dev bundle: which names it takes, where they are, and what it leaves alone. On a copy, with
# nothing built: cmake is a script here, and the program one that needs the C library only.
. "$(dirname "$0")/lib.sh"
tree=$work/tree
mkdir -p "$tree/models" "$work/bin" "$work/here"
cp "$CMCM_SOURCE/dev" "$CMCM_SOURCE/LICENSE" "$tree/"
echo "a model" >"$tree/models/one.cat"
program=$(type -P true)
cat >"$work/bin/cmake" <<END
#!/bin/sh
[ "\$1" = -B ] || exit 0
mkdir -p build-bundle
cp $program build-bundle/cmcm
echo "CMCM_HARDWARE:INTERNAL=none" >build-bundle/CMakeCache.txt
END
printf '#!/bin/sh\necho "install ok installed"\n' >"$work/bin/dpkg-query"
chmod +x "$work/bin/cmake" "$work/bin/dpkg-query"
command -v strip >"$work/out" || {
    echo "no strip: bundles are not tried"
    exit 77
}

bundle() {
    (cd "$work/here" && PATH=$work/bin:$PATH "$tree/dev" bundle "$@") >"$work/out" 2>"$work/err"
}

# made WHAT NAME ARGUMENT...: a directory, from where the caller stands
made() {
    local what=$1 path=$work/here/$2
    shift 2
    checks=$((checks + 1))
    bundle "$@" || fail "$what: $(tail -1 "$work/err")"
    contains "$what: told" "$work/err" "bundle: $path"
    for file in cmcm models/one.cat bundle.txt copyright; do
        checks=$((checks + 1))
        [ -f "$path/$file" ] || fail "$what: no $file in $path"
    done
}
made "a directory" plain plain
made "the same again" plain plain
made "a name with '-'" bundle-1-x86 bundle-1-x86
made "folders with '-'" a-b/-c a-b/-c
made "a name that begins with '-'" -x ./-x
made "the same behind '--'" -x -- -x
made "what elsewhere is an option" --help -- --help

archives=(some-name.tar.gz ./-y.tar.gz)
if command -v xz >"$work/out"; then archives+=(./-z.tar.xz); fi
for archive in "${archives[@]}"; do
    checks=$((checks + 1))
    bundle $archive || fail "$archive: $(tail -1 "$work/err")"
    (cd "$work/here" && tar -tf "$PWD/$archive") >"$work/out" 2>&1
    contains "$archive" "$work/out" "cmcm/models/one.cat"
done

# refused WHAT MESSAGE ARGUMENT...
refused() {
    local what=$1 message=$2
    shift 2
    checks=$((checks + 1))
    if bundle "$@"; then fail "$what: not refused"; fi
    contains "$what" "$work/err" "$message"
}
refused "no name" "expected a directory, or an archive"
refused "two names" "expected a directory, or an archive" one two
refused "an option" "unknown option '-z'; a directory or an archive of that name is ./-z" -z
checks=$((checks + 1))
[ ! -e "$work/here/-z" ] || fail "an option became a bundle"
mkdir "$work/here/mine-own"
echo "not to be lost" >"$work/here/mine-own/thesis"
refused "a directory of something else" "is there and is no bundle" mine-own
contains "a directory of something else" "$work/here/mine-own/thesis" "not to be lost"
[ "$checks" -gt 40 ] || fail "only $checks checks"
finish
