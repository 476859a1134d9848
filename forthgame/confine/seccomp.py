"""System call filter for a confined process, as a classic BPF program.

See seccomp(2) and Documentation/userspace-api/seccomp_filter.rst of Linux. The filter allows the
calls listed below. A process cannot remove it, and it covers all threads.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import struct
import sys
from typing import Final

# used by Python, LLVM and the engine, and harmless to others
ALLOWED: Final = """
read:0:63 write:1:64 close:3:57 fstat:5:80 stat:4:- lstat:6:- poll:7:- lseek:8:62 mmap:9:222
mprotect:10:226 munmap:11:215 brk:12:214 rt_sigaction:13:134 rt_sigprocmask:14:135
rt_sigreturn:15:139 pread64:17:67 pwrite64:18:68 readv:19:65 writev:20:66 preadv:295:69
pwritev:296:70 preadv2:327:286 pwritev2:328:287 access:21:- pipe:22:- pipe2:293:59
select:23:- sched_yield:24:124 mremap:25:216 msync:26:227 mincore:27:232 madvise:28:233
dup:32:23 dup2:33:- dup3:292:24 pause:34:- nanosleep:35:101 getitimer:36:102 alarm:37:-
setitimer:38:103 getpid:39:172 exit:60:93 exit_group:231:94 wait4:61:260 waitid:247:95
uname:63:160 flock:73:32 fsync:74:82 fdatasync:75:83 getdents:78:- getdents64:217:61
getcwd:79:17 chdir:80:49 fchdir:81:50 readlink:89:- readlinkat:267:78 umask:95:166
gettimeofday:96:169 getrlimit:97:163 getrusage:98:165 sysinfo:99:179 times:100:153
getuid:102:174 getgid:104:176 geteuid:107:175 getegid:108:177 getppid:110:173 getpgrp:111:-
getpgid:121:155 getsid:124:156 getgroups:115:158 getresuid:118:148 getresgid:120:150
sigaltstack:131:132 rt_sigpending:127:136 rt_sigtimedwait:128:137 rt_sigsuspend:130:133
statfs:137:43 fstatfs:138:44 getpriority:140:141 sched_getparam:143:121
sched_getscheduler:145:120 sched_get_priority_max:146:125 sched_get_priority_min:147:126
arch_prctl:158:- gettid:186:178 time:201:- futex:202:98 sched_getaffinity:204:123
epoll_create:213:- epoll_create1:291:20 epoll_ctl:233:21 epoll_wait:232:- epoll_pwait:281:22
set_tid_address:218:96 restart_syscall:219:128 clock_gettime:228:113 clock_getres:229:114
clock_nanosleep:230:115 newfstatat:262:79 statx:332:291 faccessat:269:48 faccessat2:439:439
pselect6:270:72 ppoll:271:73 set_robust_list:273:99 get_robust_list:274:100 eventfd:284:-
eventfd2:290:19 getcpu:309:168 getrandom:318:278 membarrier:324:283 rseq:334:293
close_range:436:436
"""
# changes to files: checked by Landlock if it is in force, else refused
WRITING: Final = """
truncate:76:45 ftruncate:77:46 fallocate:285:47 rename:82:- renameat:264:38
renameat2:316:276 mkdir:83:- mkdirat:258:34 rmdir:84:- creat:85:- unlink:87:-
unlinkat:263:35
"""
# likewise, but opening for reading is allowed
OPENING: Final = """
open:2:- openat:257:56
"""
# allowed only with certain arguments, which the filter checks
CHECKED: Final = """
clone:56:220 prctl:157:167 prlimit64:302:261 fcntl:72:25 ioctl:16:29 kill:62:129
tgkill:234:131
"""
# refused with EPERM, so that Python raises an error
REFUSED: Final = """
socket:41:198 socketpair:53:199 connect:42:203 bind:49:200 listen:50:201 accept:43:202
accept4:288:242 sendto:44:206 recvfrom:45:207 sendmsg:46:211 recvmsg:47:212 sendmmsg:307:269
recvmmsg:299:243 shutdown:48:210 getsockname:51:204 getpeername:52:205 setsockopt:54:208
getsockopt:55:209 io_uring_setup:425:425 io_uring_enter:426:426 io_uring_register:427:427
execve:59:221 execveat:322:281 fork:57:- vfork:58:- tkill:200:130 rt_sigqueueinfo:129:138
rt_tgsigqueueinfo:297:240 pidfd_open:434:434 pidfd_getfd:438:438 pidfd_send_signal:424:424
unshare:272:97 setns:308:268 chroot:161:51 setrlimit:160:164 setpriority:141:140
sched_setscheduler:144:119 sched_setparam:142:118 sched_setattr:314:274 setsid:112:157
setpgid:109:154 setuid:105:146 setgid:106:144 setreuid:113:145 setregid:114:143
setresuid:117:147 setresgid:119:149 setgroups:116:159 setfsuid:122:151 setfsgid:123:152
capset:126:91 link:86:- linkat:265:37 symlink:88:- symlinkat:266:36 mknod:133:-
mknodat:259:33 chmod:90:- fchmod:91:52 fchmodat:268:53 chown:92:- fchown:93:55 lchown:94:-
fchownat:260:54 utime:132:- utimes:235:- futimesat:261:- utimensat:280:88 setxattr:188:5
lsetxattr:189:6 fsetxattr:190:7 removexattr:197:14 lremovexattr:198:15 fremovexattr:199:16
memfd_create:319:279 memfd_secret:447:447 shmget:29:194 shmat:30:196 shmctl:31:195
msgget:68:186 msgsnd:69:189 msgrcv:70:188 msgctl:71:187 semget:64:190 semop:65:193
semctl:66:191 mq_open:240:180 mq_unlink:241:181 inotify_init:253:- inotify_init1:294:26
fanotify_init:300:262 signalfd:282:- signalfd4:289:74 timer_create:222:107
personality:135:92 sethostname:170:161 setdomainname:171:162 syslog:103:116 acct:163:89
vhangup:153:58 quotactl:179:60 splice:275:76 tee:276:77 vmsplice:278:75 sendfile:40:71
copy_file_range:326:285
"""
# never needed by a script: the process is killed
DEADLY: Final = """
ptrace:101:117 process_vm_readv:310:270 process_vm_writev:311:271 process_madvise:440:440
bpf:321:280 perf_event_open:298:241 kexec_load:246:104 kexec_file_load:320:294
init_module:175:105 finit_module:313:273 delete_module:176:106 add_key:248:217
request_key:249:218 keyctl:250:219 userfaultfd:323:282 mount:165:40 umount2:166:39
pivot_root:155:41 move_mount:429:429 open_tree:428:428 fsopen:430:430 fsconfig:431:431
fsmount:432:432 mount_setattr:442:442 open_by_handle_at:304:265 name_to_handle_at:303:264
iopl:172:- ioperm:173:- modify_ldt:154:- swapon:167:224 swapoff:168:225 reboot:169:142
settimeofday:164:170 clock_settime:227:112 adjtimex:159:171 clock_adjtime:305:266
kcmp:312:272 lookup_dcookie:212:18
"""
ALLOW, KILL, ERROR = 0x7FFF0000, 0x80000000, 0x00050000
EPERM, ENOSYS = ERROR | errno.EPERM, ERROR | errno.ENOSYS

# machine: audit number of the architecture, call number of seccomp(2), column of the table
MACHINES = {"x86_64": (0xC000003E, 317, 1), "aarch64": (0xC00000B7, 277, 2)}
X32 = 0x40000000  # first call number of the x32 interface, which the table does not cover
LOAD, EQUAL, ANY_BIT, RETURN = 0x20, 0x15, 0x45, 0x06
NUMBER, ARCHITECTURE = 0, 4  # offsets in struct seccomp_data

PR_SET_NO_NEW_PRIVS = 38
SET_FILTER, ALL_THREADS = 1, 1

CLONE_THREAD = 0x00010000
CLONE_NEW = 0x7E020080  # any new namespace
WRITES = 0x3 | 0x40 | 0x200  # O_WRONLY, O_RDWR, O_CREAT, O_TRUNC
NAMES = (15, 16, 0x53564D41)  # PR_SET_NAME, PR_GET_NAME, PR_SET_VMA: names of threads, of memory
DESCRIPTORS = (0, 1, 2, 3, 4, 5, 6, 7, 36, 37, 38, 1030, 1032)  # F_DUPFD … F_GETPIPE_SZ
# terminal modes and size, process group, bytes waiting, descriptor flags; TIOCSTI and TIOCLINUX are
# missing because they can type into the user's terminal
CONTROLS = (
    0x5401, 0x5402, 0x5403, 0x5404, 0x540B, 0x540F, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451,
    0x802C542A, 0x402C542B, 0x402C542C, 0x402C542D,
)  # fmt: skip

Instruction = tuple[int, int, int, int]


def numbers(names: str, column: int) -> dict[str, int]:
    """Return call numbers by name; `column` is 1 for x86-64 and 2 for AArch64."""
    rows = (entry.split(":") for entry in names.split())
    return {row[0]: int(row[column]) for row in rows if row[column] != "-"}


def _argument(number: int, *, high: bool = False) -> int:
    """Return the offset of half an argument, on a little-endian machine."""
    return 16 + 8 * number + (4 if high else 0)


def _is(value: int, action: int) -> list[Instruction]:
    return [(EQUAL, 0, 1, value), (RETURN, 0, 0, action)]


def _one_of(argument: int, values: tuple[int, ...]) -> list[Instruction]:
    tests = [part for value in values for part in _is(value, ALLOW)]
    return [(LOAD, 0, 0, _argument(argument)), *tests, (RETURN, 0, 0, EPERM)]


def _checks(process: int, *, files: bool) -> dict[str, list[Instruction]]:
    """Return programs for calls whose arguments are checked; each ends with a result."""
    refuse, allow = (RETURN, 0, 0, EPERM), (RETURN, 0, 0, ALLOW)
    return {
        "clone": [
            (LOAD, 0, 0, _argument(0)),
            (ANY_BIT, 0, 2, CLONE_THREAD),
            (ANY_BIT, 1, 0, CLONE_NEW),
            allow,
            refuse,
        ],
        # allowed if the pointer to new limits is null
        "prlimit64": [
            (LOAD, 0, 0, _argument(2)),
            (EQUAL, 0, 3, 0),
            (LOAD, 0, 0, _argument(2, high=True)),
            (EQUAL, 0, 1, 0),
            allow,
            refuse,
        ],
        "prctl": _one_of(0, NAMES),
        "fcntl": _one_of(1, DESCRIPTORS),
        "ioctl": _one_of(1, CONTROLS),
        "kill": _one_of(0, (process,)),
        "tgkill": _one_of(0, (process,)),
    } | {
        name: [(LOAD, 0, 0, _argument(argument)), (ANY_BIT, 0, 1, WRITES), refuse, allow]
        for name, argument in (("open", 1), ("openat", 2))
        if files
    }


def program(machine: str, process: int, *, landlock: bool) -> list[Instruction]:
    """Return the filter for a machine and a process id.

    Without Landlock, which distinguishes folders, no file may be opened for writing.
    """
    architecture, _, column = MACHINES[machine]
    code: list[Instruction] = [
        (LOAD, 0, 0, ARCHITECTURE),
        (EQUAL, 1, 0, architecture),
        (RETURN, 0, 0, KILL),
        (LOAD, 0, 0, NUMBER),
    ]
    if machine == "x86_64":
        code += [(ANY_BIT, 0, 1, X32), (RETURN, 0, 0, KILL)]
    checked = _checks(process, files=not landlock)
    known = numbers(CHECKED + OPENING, column)
    answers = [
        (ALLOWED, ALLOW),
        (OPENING, ALLOW),
        (WRITING, ALLOW if landlock else EPERM),
        (REFUSED, EPERM),
        (DEADLY, KILL),
    ]
    for name, number in known.items():
        if name in checked:
            part = checked[name]
            code += [(EQUAL, 0, len(part), number), *part]
    for names, action in answers:
        for name, number in numbers(names, column).items():
            if name not in checked:
                code += _is(number, action)
    return [*code, (RETURN, 0, 0, ENOSYS)]


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("code", ctypes.c_void_p))


def give_up_privileges() -> str | None:
    """Set `no_new_privs`; return an error message or None."""
    libc = ctypes.CDLL(None, use_errno=True)
    nothing = ctypes.c_ulong(0)
    if libc.prctl(PR_SET_NO_NEW_PRIVS, ctypes.c_ulong(1), nothing, nothing, nothing) != 0:
        return os.strerror(ctypes.get_errno())
    return None


def filter_calls(*, landlock: bool) -> tuple[list[str], list[str]]:
    """Install the filter for all threads; return the restrictions in force and those missing."""
    what = "a filter of system calls (no network, no programs, no processes)"
    machine = platform.machine()
    if not sys.platform.startswith("linux"):
        return [], [f"{what}: only Linux has it"]
    if machine not in MACHINES or sys.byteorder != "little" or ctypes.sizeof(ctypes.c_void_p) != 8:
        return [], [f"{what}: there is none for {machine}"]
    if refused := give_up_privileges():
        return [], [f"{what}: {refused}"]
    code = program(machine, os.getpid(), landlock=landlock)
    data = ctypes.create_string_buffer(b"".join(struct.pack("=HBBI", *part) for part in code))
    given = _Program(len(code), ctypes.cast(data, ctypes.c_void_p).value)
    libc = ctypes.CDLL(None, use_errno=True)
    number = ctypes.c_long(MACHINES[machine][1])
    failed = libc.syscall(
        number, ctypes.c_ulong(SET_FILTER), ctypes.c_ulong(ALL_THREADS), ctypes.byref(given)
    )
    if failed:
        return [], [f"{what}: {os.strerror(ctypes.get_errno()) if failed < 0 else 'a thread'}"]
    in_force = ["no network, no other programs or processes (seccomp)"]
    return (in_force, []) if landlock else ([*in_force, "no file is opened to write (seccomp)"], [])
