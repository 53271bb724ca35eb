// Replaces three API servers and a worker one after the other, behind a load balancer and under load: no request may
// fail. Needs redis-server. Build the server first (node scripts/setup.js).
import type { ChildProcess } from 'node:child_process'
import { freePort } from '../server/test/free-port.ts'
import { openBalancer } from './rolling-deploy/balancer.ts'
import { openInstallation, stopServer } from './rolling-deploy/installation.ts'
import { startLoad } from './rolling-deploy/load.ts'

const API_SERVERS = 3

const { startServer, bootstrap, close } = await openInstallation()
let stopLoad = async () => {}
try {
  const ports: number[] = []
  const servers: ChildProcess[] = []
  for (let index = 0; index < API_SERVERS; index++) {
    const port = await freePort()
    ports.push(port)
    servers.push(await startServer('api', port))
  }
  const workerPort = await freePort()
  let worker = await startServer('worker', workerPort)
  const balancer = await openBalancer(ports)
  const load = await startLoad(balancer.url, bootstrap())
  stopLoad = load.stop

  await load.waitForMore(50)
  for (const [index, port] of ports.entries()) {
    await stopServer(servers[index])
    servers[index] = await startServer('api', port)
    await load.waitForMore(50)
    console.log(`Replaced API server ${index + 1}: ${load.summary()}`)
  }
  await stopServer(worker)
  worker = await startServer('worker', workerPort)
  await load.waitForMore(50)
  console.log(`Replaced the worker: ${load.summary()}`)
  await load.stop()
  await balancer.close()
  if (load.failures.length > 0) throw new Error(`Failed requests:\n${load.failures.join('\n')}`)
  console.log('No request failed.')
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  await stopLoad()
  await close()
}
