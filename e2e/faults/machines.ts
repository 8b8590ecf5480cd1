import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Checks } from './checks.ts'
import { control, judge, REPORTS_AGO_S, startLoad, stopLoad, TAKEN_OVER_MAX_MS, untilStored } from './machines-load.ts'
import { type Machine, type MachinesStage, openMachines } from './machines-stage.ts'
import { startedGatewayPid, untilGone } from './processes.ts'

/**
 * Two consoles and two gateways on one PostgreSQL and one broker while reports, controls and alarms come: gateways, consoles and whole machines
 * are killed, and each machine is restarted in turn; database and broker are not killed here. Nothing that was acknowledged, accepted or raised is lost or doubled, and sockets and sessions work at both.
 */
export const machineRounds = async ({ rounds, checks }: { rounds: number; checks: Checks }): Promise<void> => {
  const stage = await openMachines()
  const began_s = Math.floor(Date.now() / 1000)
  const database = new pg.Pool({ ...stage.database, max: 2 })
  const load = await startLoad(stage, began_s - REPORTS_AGO_S)
  const taken_over_ms: number[] = []
  const struck: Record<string, number> = {}
  try {
    for (let round = 0; round < rounds; round += 1) {
      await wait(500 + Math.random() * 1_000)
      load.faulty.raise()
      await control(stage.machines[round % 2 === 0 ? 0 : 1], load)
      const { name, again } = await strike(stage, round)
      struck[name] = (struck[name] ?? 0) + 1
      taken_over_ms.push(await untilStored(database, load))
      const other = stage.machines[round % 2 === 0 ? 1 : 0]
      if (again === null || again !== other) await control(other, load)
      await again?.start()
    }
    for (const machine of stage.machines) {
      await control(machine, load)
      await machine.product().stop()
      taken_over_ms.push(await untilStored(database, load))
      await machine.start()
    }
    await judge(stage, load, database, checks, began_s)
    const worst_ms = Math.max(...taken_over_ms)
    checks.note(
      `${rounds} kills (${Object.entries(struck)
        .map(([name, count]) => `${name} ${count}`)
        .join(', ')}), 2 restarts; reports are stored again after at most ${worst_ms} ms`,
    )
    checks.expect('reports are stored again within 15 s (R9)', worst_ms <= TAKEN_OVER_MAX_MS, `${worst_ms} ms`)
  } finally {
    await stopLoad(load)
    await database.end()
    await stage.close()
  }
}

/** In turn a gateway, a console, a whole machine, of a random machine; `again` = must be started once more. */
const strike = async (stage: MachinesStage, round: number): Promise<{ name: string; again: Machine | null }> => {
  const machine = stage.machines[Math.random() < 0.5 ? 0 : 1]
  const main = machine.product().process.pid ?? 0
  if (round % 3 === 0) {
    const pid = await startedGatewayPid(main)
    process.kill(pid, 'SIGKILL')
    await untilGone([pid], 2_000)
    return { name: 'gateway', again: null }
  }
  if (round % 3 === 1) {
    const gateway = await startedGatewayPid(main)
    process.kill(main, 'SIGKILL')
    await untilGone([main, gateway], 8_000)
    return { name: 'console', again: machine }
  }
  await machine.killAll()
  return { name: 'machine', again: machine }
}
