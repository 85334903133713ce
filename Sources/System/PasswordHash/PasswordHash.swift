import CCrypt
import Glibc

/// Hashes of passwords by libcrypt, as in shadow(5).
public enum PasswordHash {
    /// Returns the hash of a password by yescrypt, with a random salt; nil without memory or random numbers.
    public static func make(_ password: String) -> String? {
        guard let setting = crypt_gensalt_ra("$y$", 0, nil, 0) else { return nil }
        defer { free(setting) }
        return hash(password, String(cString: setting))
    }

    /// Returns true if a hash belongs to a password. It takes a tenth of a second and more, by design.
    public static func matches(_ password: String, _ hash: String) -> Bool {
        guard let own = self.hash(password, hash) else { return false }
        // In a time independent of the first difference.
        return zip(own.utf8, hash.utf8).reduce(own.utf8.count == hash.utf8.count ? 0 : 1) { $0 | Int($1.0 ^ $1.1) } == 0
    }

    private static func hash(_ password: String, _ setting: String) -> String? {
        var data: UnsafeMutableRawPointer?
        var size: Int32 = 0
        defer { free(data) }
        guard let result = crypt_ra(password, setting, &data, &size) else { return nil }
        return String(cString: result)
    }
}
