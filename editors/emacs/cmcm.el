;;; cmcm.el --- Litmus tests and memory models -*- lexical-binding: t -*-

;; Modes for .litmus and .cat with colours, and `cmcm lsp' for Eglot (Emacs 29 has it).
;; The words are the program's own: a test of cmcm (unit.grammars) compares them.

;;; Code:

(defconst cat-mode-keywords
  '("let" "rec" "and" "when" "acyclic" "irreflexive" "show" "unshow" "empty" "subset" "as"
    "fun" "in" "undefined_unless" "flag" "include" "begin" "end" "call" "enum" "procedure"
    "debug" "match" "with" "forall" "from" "do" "try" "if" "then" "else" "yield" "default"
    "assert" "instructions"))

(defconst cat-mode-bases
  '("R" "W" "M" "Exp" "F" "BARRIER" "IW" "COARSE" "NAL" "RMW" "CPU" "PTX" "WAVE" "CDNA" "CDNA2" "INVL2" "AARCH64"
    "X86" "RISCV" "PPC" "LWSYNC" "EIEIO" "ISYNC" "A" "Q" "L" "X" "NoRet" "DMB" "DMB.SY" "DMB.LD" "DMB.ST" "DMB.ISH"
    "DMB.ISHLD" "DMB.ISHST" "DMB.OSH" "DMB.OSHLD" "DMB.OSHST" "DMB.NSH" "DMB.NSHLD"
    "DMB.NSHST" "DSB" "DSB.SY" "DSB.LD" "DSB.ST" "DSB.ISH" "DSB.ISHLD" "DSB.ISHST"
    "DSB.OSH" "DSB.OSHLD" "DSB.OSHST" "DSB.NSH" "DSB.NSHLD" "DSB.NSHST" "ISB" "MFENCE"
    "SFENCE" "LFENCE" "Acq" "Rel" "AMO" "Fence.r.r" "Fence.r.w" "Fence.r.rw" "Fence.w.r"
    "Fence.w.w" "Fence.w.rw" "Fence.rw.r" "Fence.rw.w" "Fence.rw.rw" "Fence.tso" "Fence.i"
    "WEAK" "RLX" "ACQ" "REL" "ACQ_REL" "SC" "RESTRICT" "INIT" "INVAL" "MBARRIER"
    "TX" "PHASE" "VOLATILE" "MMIO" "NC" "VECTOR" "CTA" "CLUSTER" "GPU" "SYS" "GEN" "TEX" "SUR" "CON"
    "ASYNC" "PROXY.ALIAS" "PROXY.TEX" "PROXY.SUR" "PROXY.CON" "PROXY.GEN" "PROXY.ASYNC"
    "PROXY.REL" "PROXY.ACQ" "PROXY.READ" "OF.SHARED" "OF.CTA" "OF.GLOBAL" "OP.ASYNC" "OP.COMMIT"
    "OP.WAIT" "GRID.WAIT" "TRAP" "ATOM" "RED" "BAR" "SYNC" "ARRIVE" "WAIT" "PLAIN" "DEFAULT"
    "SCOPE.WAVE" "SCOPE.WORKGROUP" "SCOPE.DEVICE" "SCOPE.SYSTEM" "SCOPE.NONE" "LOCAL"
    "VMEM" "FLAT" "DS" "SMEM" "WAVEFRONT" "WORKGROUP" "AGENT" "SYSTEM" "WBL2" "INV"
    "DCACHE" "DCACHE.INV" "WAITCNT" "VMCNT" "VMCNT.0" "VMCNT.b1" "VMCNT.b2" "VMCNT.b4"
    "VMCNT.b8" "VMCNT.b16" "VMCNT.b32" "LGKMCNT" "LGKMCNT.0" "LGKMCNT.b1" "LGKMCNT.b2"
    "LGKMCNT.b4" "LGKMCNT.b8" "USE" "XCD" "TGSPLIT" "id" "po" "int" "ext" "issue" "completion" "boundary"
    "loc" "rf" "addr" "data" "ctrl" "pick-addr" "pick-data" "pick-ctrl" "iico_data"
    "iico_ctrl" "iico_order" "rmw" "amo" "lxsx" "same-instance" "same-instruction" "si"
    "sm" "same-wave" "same-cta" "same-cluster" "home-cta" "home-cluster" "same-gpu"
    "same-system" "same-address" "vloc" "same-access" "same-object" "same-proxy" "same-barrier" "NT"
    "ssw" "VULKAN" "NONPRIV" "CBAR" "QUORUM" "ANYWHERE" "QF" "VIS" "SEMAV" "SEMVIS" "AVDEVICE"
    "VISDEVICE" "SC0" "SC1" "SC2" "SC3" "SEMSC0" "SEMSC1" "SEMSC2" "SEMSC3"
    "B128" "MULTIMEM" "TMAP" "RONLY" "PROXY.TMAP" "LANE" "LLVM" "UNORDERED" "FAIL.RLX" "FAIL.ACQ"
    "FAIL.SC" "SINGLETHREAD" "ONE_AS" "AV" "AV.NONE" "AS.GLOBAL" "AS.LOCAL"
    "UNINITIALISED" "UNSEQUENCED" "EXCEPTIONAL" "MALLOC" "CALLOC" "AUTO" "FREE"
    "END" "OUTSIDE" "Srcu-lock" "Srcu-unlock" "Sync-srcu"
    "NA" "RMW.FAILED" "ONCE" "ACQUIRE" "RELEASE" "NORETURN" "MB" "Once" "Acquire" "Release"
    "WI" "SG" "WG" "CL" "DV" "ALL" "GLOBAL" "Noreturn" "Mb" "Wmb" "Rmb" "Barrier" "Rcu-lock" "Rcu-unlock" "Sync-rcu" "Before-atomic"
    "After-atomic" "After-spinlock" "After-unlock-lock" "After-srcu-read-unlock" "LKR" "LKW"
    "UL" "LF" "RL" "RU" "C"))

(defconst cat-mode-functions
  '("same-oa" "oa-changes" "at-least-one-writable" "different-values" "domain" "range"
    "partial-orders" "total-orders" "linearisations" "classes-loc" "location-orders"
    "subrelations" "newRelation" "newSet" "tag2set"))

(defconst litmus-mode-heads
  '("AArch64" "X86" "X86_64" "RISCV" "RISCV32" "PPC" "PTX" "WAVE" "CDNA" "CDNA2" "CMCM" "LLVM" "VULKAN" "C" "LLVM_IR" "OPENCL" "CUDA" "HIP"))

(defconst litmus-mode-attributes
  '("aarch64" "x86" "x86_64" "riscv" "riscv32" "ppc" "ptx" "waveisa" "vulkan" "qf" "ssw" "cdna" "cdna2" "cta" "cluster" "gpu"
    "domain" "wave" "workgroup" "xcd" "sg" "wg" "dev" "agent" "tgsplit" "sys" "tid" "after" "dependent"
    "llvm" "c_source" "llvm_ir"))

(defun cmcm--words (words)
  "A regular expression of WORDS that are whole names."
  (concat "\\_<" (regexp-opt words) "\\_>"))

(defvar cmcm-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?\( "()1n" table)
    (modify-syntax-entry ?\) ")(4n" table)
    (modify-syntax-entry ?* ". 23n" table)
    (modify-syntax-entry ?\\ "." table)
    (dolist (c '(?_ ?. ?- ?%)) (modify-syntax-entry c "_" table))
    table)
  "Comments (* ... *), which nest.")

;;;###autoload
(define-derived-mode cat-mode prog-mode "cat"
  "Models in cat."
  :syntax-table cmcm-mode-syntax-table
  (setq-local comment-start "(* " comment-end " *)")
  (setq-local font-lock-defaults
              `(((,(cmcm--words cat-mode-keywords) . font-lock-keyword-face)
                 (,(cmcm--words cat-mode-bases) . font-lock-constant-face)
                 (,(cmcm--words cat-mode-functions) . font-lock-builtin-face)
                 ("\\_<\\(?:let\\(?: +rec\\)?\\|and\\|procedure\\|with\\) +\\([[:alnum:]_.-]+\\)"
                  1 font-lock-function-name-face)
                 ("\\_<as +\\([[:alnum:]_.-]+\\)" 1 font-lock-type-face)))))

;;;###autoload
(define-derived-mode litmus-mode prog-mode "litmus"
  "Litmus tests."
  :syntax-table cmcm-mode-syntax-table
  (setq-local comment-start "(* " comment-end " *)")
  (setq-local font-lock-defaults
              `(((,(concat "^" (cmcm--words litmus-mode-heads)) . font-lock-keyword-face)
                 ("\\_<\\(?:exists\\|forall\\|final\\|not\\|locations\\|filter\\)\\_>"
                  . font-lock-keyword-face)
                 ("\\_<P[0-9]+\\(?:@[^|;]*\\)?[ ]*[|;]" (0 font-lock-type-face))
                 (,(cmcm--words litmus-mode-attributes) . font-lock-type-face)
                 ("\\(?:^\\||\\)[ ]*\\([[:alpha:]][[:alnum:]_.:]*\\)\\(?: \\|$\\)"
                  1 font-lock-builtin-face)))))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.litmus\\'" . litmus-mode))
;;;###autoload
(add-to-list 'auto-mode-alist '("\\.cat\\'" . cat-mode))

(defvar eglot-server-programs)
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs '((litmus-mode cat-mode) . ("cmcm" "lsp"))))

(provide 'cmcm)
;;; cmcm.el ends here
