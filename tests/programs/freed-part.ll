target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
%struct.pair = type { i64, i64 }
@box = internal global ptr null, align 8
define dso_local i32 @main() !dbg !9 {
entry:
  %retval = alloca i32, align 4
  %made = alloca ptr, align 8
  %.atomictmp = alloca ptr, align 8
  %atomic-temp = alloca ptr, align 8
  store i32 0, ptr %retval, align 4
  %call = call noalias ptr @malloc(i64 noundef 16), !dbg !13
  store ptr %call, ptr %made, align 8, !dbg !14
  %0 = load ptr, ptr %made, align 8, !dbg !19
  %second = getelementptr inbounds %struct.pair, ptr %0, i32 0, i32 1, !dbg !19
  store ptr %second, ptr %.atomictmp, align 8, !dbg !19
  %1 = load i64, ptr %.atomictmp, align 8, !dbg !19
  store atomic i64 %1, ptr @box seq_cst, align 8, !dbg !19
  %2 = load atomic i64, ptr @box seq_cst, align 8, !dbg !20
  store i64 %2, ptr %atomic-temp, align 8, !dbg !20
  %3 = load ptr, ptr %atomic-temp, align 8, !dbg !20
  call void @free(ptr noundef %3), !dbg !21
  ret i32 0, !dbg !23
}
!1 = !DIFile(filename: "freed-part.c", directory: "")
!9 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 11, scopeLine: 12, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!13 = !DILocation(line: 13, column: 25, scope: !9)
!14 = !DILocation(line: 13, column: 18, scope: !9)
!19 = !DILocation(line: 14, column: 5, scope: !9)
!20 = !DILocation(line: 15, column: 10, scope: !9)
!21 = !DILocation(line: 15, column: 5, scope: !9)
!23 = !DILocation(line: 16, column: 5, scope: !9)
