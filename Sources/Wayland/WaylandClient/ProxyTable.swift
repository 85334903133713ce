/// The live proxies of one connection. It keeps a proxy with a handler alive even if nothing else refers to it, until
/// the proxy is destroyed or the display disconnects. Each proxy knows its index, so insertion and removal need no
/// search.
final class ProxyTable {
    let display: OpaquePointer
    private(set) var proxies: [Proxy] = []

    init(display: OpaquePointer) {
        self.display = display
    }

    var count: Int { proxies.count }

    func insert(_ proxy: Proxy) {
        proxy.tableIndex = proxies.count
        proxies.append(proxy)
    }

    func remove(_ proxy: Proxy) {
        let index = proxy.tableIndex
        guard index < proxies.count, proxies[index] === proxy else { return }
        proxies.swapAt(index, proxies.count - 1)
        proxies[index].tableIndex = index
        proxies.removeLast()
    }

    func discardAll() {
        // Newest first. Releasing a handler may destroy other proxies, or even create some.
        while let proxy = proxies.last { proxy.discard() }
    }
}
