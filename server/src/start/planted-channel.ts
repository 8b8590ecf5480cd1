import type { PlantedEvents } from '@heatfleet/contract/simulator/planted-events.ts'

/** A process of the simulator that events reach. */
type Player = 'demo' | 'virtual'

/** Sends what is planted to the processes of the simulator, now and whenever one of them starts. */
type PlantedChannel = {
  publish: (planted: PlantedEvents['planted']) => void
  /** Called with each new process. */
  started: (player: Player, send: (message: unknown) => void) => void
}

export const createPlantedChannel = (): PlantedChannel => {
  let message: PlantedEvents = { planted: [] }
  const players = new Map<Player, (message: unknown) => void>()
  return {
    publish: (planted) => {
      message = { planted }
      for (const send of players.values()) send(message)
    },
    started: (player, send) => {
      players.set(player, send)
      send(message)
    },
  }
}
