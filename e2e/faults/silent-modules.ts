import { type Credentials, connectDevice } from '../device-client.ts'

/** Log-ins under way at a time. */
const AT_A_TIME = 50

/** `host` (of the near end) and `keep_alive_s`: where they are others than those of a device. */
export type SilentModules = { port: number; host?: string; keep_alive_s?: number; units: readonly Credentials[] }

/** Body of a process of modules that send nothing: connects what its first message names, and answers when all are connected. */
export const answerWithConnections = (): void => {
  process.once('message', (request: SilentModules) => {
    connectAll(request).then(
      () => process.send?.('connected'),
      (error: unknown) => process.send?.(String(error)),
    )
  })
  process.on('disconnect', () => process.exit(0))
}

const connectAll = async ({ port, units, ...link }: SilentModules): Promise<void> => {
  const queue = [...units]
  const worker = async (): Promise<void> => {
    for (let unit = queue.pop(); unit !== undefined; unit = queue.pop()) {
      const client = await connectDevice(port, unit, link)
      client.on('error', () => undefined)
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, worker))
}
