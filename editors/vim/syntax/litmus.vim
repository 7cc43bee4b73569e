" Vim syntax of litmus tests. The words are the program's own: a test of cmcm (unit.grammars)
" compares them.
if exists("b:current_syntax")
  finish
endif
syn case match

syn keyword litmusHead nextgroup=litmusName skipwhite AArch64 X86 X86_64 RISCV RISCV32 PPC PTX WAVE CDNA CDNA2 OPENCL CUDA HIP
syn keyword litmusHead nextgroup=litmusName skipwhite CMCM
syn keyword litmusHead LLVM VULKAN C LLVM_IR
syn keyword litmusQuestion exists forall final not locations filter
syn keyword litmusQuestion true false
syn keyword litmusType int8_t uint8_t int16_t uint16_t int32_t uint32_t
syn keyword litmusType int64_t uint64_t float double int long shared coarse fine
syn keyword litmusType aliases
syn keyword litmusAttribute contained aarch64 x86 x86_64
syn keyword litmusAttribute contained riscv riscv32 ppc ptx
syn keyword litmusAttribute contained vulkan qf ssw waveisa cdna cdna2 cta
syn keyword litmusAttribute contained cluster gpu domain
syn keyword litmusAttribute contained wave workgroup xcd sg wg dev
syn keyword litmusAttribute contained agent tgsplit sys
syn keyword litmusAttribute contained tid after dependent
syn keyword litmusAttribute contained llvm c_source llvm_ir

syn match litmusName contained /\S\+/
syn match litmusThread /\<P\d\+\(@[^|;]*\)\?\ze\s*[|;]/ contains=litmusAttribute
syn match litmusInstruction /\(^\|[|]\)\s*\(\w\+:\)\?\s*\(@!\?%\?\w\+\s\+\)\?\zs\(P\d\+\s*[@|;]\)\@!\h\w*\ze[^|;]*[|;]/ contains=litmusType,litmusThread
syn match litmusQualifier /\(\.\|::\)\h\w*/
syn match litmusNumber /\<\(0x\x\+\|\d\+\)\>:\@!/
syn match litmusMetadata /^\u[0-9A-Za-z_-]*=.*$/
syn region litmusString start=/"/ end=/"/
syn region litmusState start=/{/ end=/}/ contains=litmusType,litmusNumber,litmusString,litmusComment
syn region litmusComment start=/(\*/ end=/\*)/ contains=litmusComment

hi def link litmusHead Keyword
hi def link litmusName Identifier
hi def link litmusQuestion Keyword
hi def link litmusType Type
hi def link litmusAttribute Type
hi def link litmusThread Identifier
hi def link litmusInstruction Statement
hi def link litmusQualifier Special
hi def link litmusNumber Number
hi def link litmusMetadata PreProc
hi def link litmusString String
hi def link litmusComment Comment
let b:current_syntax = "litmus"
