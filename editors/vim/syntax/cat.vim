" Vim syntax of cat, the language of memory models. The words are the program's own:
" a test of cmcm (unit.grammars) compares them.
if exists("b:current_syntax")
  finish
endif
syn case match
syn iskeyword @,48-57,_,.,-,39

syn keyword catKeyword let rec and when acyclic irreflexive show unshow
syn keyword catKeyword empty subset as fun in undefined_unless flag
syn keyword catKeyword include begin end call enum procedure debug match
syn keyword catKeyword with forall from do try if then else yield default
syn keyword catKeyword assert instructions
syn keyword catBase R W M Exp F BARRIER IW COARSE NAL RMW CPU PTX WAVE CDNA CDNA2 INVL2
syn keyword catBase AARCH64 X86 RISCV PPC LWSYNC EIEIO ISYNC A Q L X NoRet DMB DMB.SY DMB.LD DMB.ST
syn keyword catBase DMB.ISH DMB.ISHLD DMB.ISHST DMB.OSH DMB.OSHLD DMB.OSHST
syn keyword catBase DMB.NSH DMB.NSHLD DMB.NSHST DSB DSB.SY DSB.LD DSB.ST
syn keyword catBase DSB.ISH DSB.ISHLD DSB.ISHST DSB.OSH DSB.OSHLD DSB.OSHST
syn keyword catBase DSB.NSH DSB.NSHLD DSB.NSHST ISB MFENCE SFENCE LFENCE Acq
syn keyword catBase Rel AMO Fence.r.r Fence.r.w Fence.r.rw Fence.w.r
syn keyword catBase Fence.w.w Fence.w.rw Fence.rw.r Fence.rw.w Fence.rw.rw
syn keyword catBase Fence.tso Fence.i WEAK RLX ACQ REL ACQ_REL SC RESTRICT
syn keyword catBase INIT INVAL MBARRIER TX PHASE VOLATILE MMIO NC VECTOR CTA
syn keyword catBase CLUSTER
syn keyword catBase GPU SYS GEN TEX SUR CON ASYNC PROXY.ALIAS PROXY.TEX
syn keyword catBase PROXY.SUR PROXY.CON PROXY.GEN PROXY.ASYNC PROXY.REL
syn keyword catBase PROXY.ACQ PROXY.READ OF.SHARED OF.CTA OF.GLOBAL OP.ASYNC
syn keyword catBase OP.COMMIT OP.WAIT GRID.WAIT TRAP ATOM RED BAR SYNC ARRIVE
syn keyword catBase WAIT PLAIN DEFAULT SCOPE.WAVE SCOPE.WORKGROUP
syn keyword catBase SCOPE.DEVICE SCOPE.SYSTEM SCOPE.NONE LOCAL VMEM FLAT DS
syn keyword catBase SMEM WAVEFRONT WORKGROUP AGENT SYSTEM WBL2 INV DCACHE
syn keyword catBase DCACHE.INV WAITCNT VMCNT VMCNT.0 VMCNT.b1 VMCNT.b2 VMCNT.b4
syn keyword catBase VMCNT.b8 VMCNT.b16 VMCNT.b32 LGKMCNT LGKMCNT.0 LGKMCNT.b1
syn keyword catBase LGKMCNT.b2 LGKMCNT.b4 LGKMCNT.b8 USE XCD TGSPLIT id po int ext issue
syn keyword catBase completion boundary loc rf addr data ctrl pick-addr
syn keyword catBase pick-data pick-ctrl iico_data iico_ctrl iico_order rmw
syn keyword catBase amo lxsx same-instance same-instruction si sm same-wave
syn keyword catBase same-cta same-cluster home-cta home-cluster same-gpu
syn keyword catBase same-system same-address vloc same-access same-object same-proxy
syn keyword catBase same-barrier
syn keyword catBase NT B128 MULTIMEM TMAP RONLY PROXY.TMAP LANE LLVM UNORDERED
syn keyword catBase FAIL.RLX FAIL.ACQ FAIL.SC SINGLETHREAD ONE_AS AV
syn keyword catBase AV.NONE AS.GLOBAL AS.LOCAL
syn keyword catBase UNINITIALISED UNSEQUENCED EXCEPTIONAL MALLOC CALLOC AUTO FREE END OUTSIDE Srcu-lock Srcu-unlock Sync-srcu
syn keyword catBase NA RMW.FAILED ONCE ACQUIRE RELEASE NORETURN MB Once
syn keyword catBase Acquire Release Noreturn Mb Wmb Rmb Barrier Rcu-lock
syn keyword catBase Rcu-unlock Sync-rcu Before-atomic After-atomic
syn keyword catBase After-spinlock After-unlock-lock After-srcu-read-unlock
syn keyword catBase LKR LKW UL LF RL RU C
syn keyword catBase WI SG WG CL DV ALL GLOBAL
syn keyword catBase ssw VULKAN NONPRIV CBAR QUORUM ANYWHERE QF VIS SEMAV
syn keyword catBase SEMVIS AVDEVICE VISDEVICE SC0 SC1 SC2 SC3 SEMSC0 SEMSC1
syn keyword catBase SEMSC2 SEMSC3
syn keyword catFunction same-oa oa-changes at-least-one-writable
syn keyword catFunction different-values domain range partial-orders
syn keyword catFunction total-orders linearisations classes-loc
syn keyword catFunction location-orders
syn keyword catFunction subrelations newRelation newSet tag2set

syn match catTag /'\w[0-9A-Za-z_.-]*/
syn match catOperator /[|&;\\~!+*?=]\|->\|\^-1/
syn match catName /\(\<\(let\|rec\|and\|procedure\|enum\|with\)\s\+\)\@<=\(rec\>\)\@!\h[0-9A-Za-z_.-]*/
syn match catAxiom /\(\<as\s\+\)\@<=\h[0-9A-Za-z_.-]*/
syn region catString start=/"/ end=/"/
syn match catComment /\(\/\/\|#\).*$/
syn region catComment start=/(\*/ end=/\*)/ contains=catComment

hi def link catKeyword Keyword
hi def link catBase Constant
hi def link catFunction Function
hi def link catTag Special
hi def link catOperator Operator
hi def link catName Identifier
hi def link catAxiom Type
hi def link catString String
hi def link catComment Comment
let b:current_syntax = "cat"
