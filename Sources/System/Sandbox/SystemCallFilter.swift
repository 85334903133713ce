import CLinux
import CSeccomp
import Glibc
import Posix

/// The filter of system calls (seccomp(2)): a list of allowed ones. Any other ends the process by SIGSYS, after its name
/// was written to standard error.
enum SystemCallFilter {
    /// Raises SIGSYS (`SCMP_ACT_TRAP`), whose handler has the call's number.
    private static let report: UInt32 = 0x0003_0000
    /// libseccomp's actions with a value are C macros with arguments.
    private static let fail: UInt32 = 0x0005_0000

    /// Installs the filter for this process and its threads; throws ``SystemError``, for example from a kernel without seccomp.
    static func install(_ rules: [CallRule]) throws(SystemError) {
        guard let filter = seccomp_init(report) else { throw SystemError(code: ENOMEM, operation: "seccomp_init") }
        defer { seccomp_release(filter) }
        try check(seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, report), "seccomp_attr_set")
        for rule in rules { try add(rule, to: filter) }
        // The table is made now, because the handler cannot allocate memory.
        for number in 0..<Int32(CLINUX_CALLS) {
            guard let name = seccomp_syscall_resolve_num_arch(0, number) else { continue }
            clinux_name_call(number, name)
            free(name)
        }
        try systemCall("sigaction") { clinux_report_refused_calls() }
        try check(seccomp_load(filter), "seccomp_load")
    }

    private static func add(_ rule: CallRule, to filter: scmp_filter_ctx) throws(SystemError) {
        let number = Int32(rule.name) ?? seccomp_syscall_resolve_name(rule.name)
        // Older libraries and other architectures lack some.
        guard number >= 0 else { return }
        let action =
            switch rule.effect {
            case .allow: SCMP_ACT_ALLOW
            case .fail(let error): fail | UInt32(error)
            }
        let count = UInt32(rule.conditions.count)
        try check(seccomp_rule_add_array(filter, action, number, count, rule.conditions), "the rule of \(rule.name)")
    }

    private static func check(_ result: Int32, _ operation: String) throws(SystemError) {
        if result < 0 { throw SystemError(code: -result, operation: operation) }
    }
}
