import Glibc
import LinuxSystem
import Testing

@testable import RedisClient

@Suite struct EventLoopThreadTests {
    @Test func `starting an event loop without descriptors is an error`() async {
        await #expect(processExitsWith: .success) {
            var limit = rlimit(rlim_cur: 4, rlim_max: 4)
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            #expect(throws: StartResources.Shortage.descriptors(8)) {
                try DedicatedThread.startEventLoop { _ in }
            }
        }
    }
}
