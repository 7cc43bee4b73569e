# What the reader of AMD's assembly skips besides (import/amd_asm.c), behind the first two lines: it takes a directive
# that is not there for 0.
3,$ {
    s/[[:space:]]+; .*$//
    /^[[:space:]]*(; .*)?$/d
    /^\t\.(hidden|weak|fill|amdhsa_code_object_version|section\t\.AMDGPU\.csdata)/d
    /^\t\t\.amdhsa_.* 0$/d
    /^\t\t\.amdhsa_(kernarg_size|user_sgpr_count|next_free_|accum_offset|reserve_|dx10_clamp|ieee_mode)/d
    /^    \.(group_segment_fixed_size|kernarg_segment_|max_flat_|private_segment_|[sv]gpr_|uses_|wavefront_)/d
    /^(amdhsa\.(target|version):|  - [0-9]|\.\.\.$)/d
}
