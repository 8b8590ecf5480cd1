import { api } from '@heatfleet/contract/api.ts'
import { type Call, createClient } from '@heatfleet/contract/client.ts'
import { ADMIN_PASSWORD } from '../product.ts'

/** Signs in as the administrator; gives the token. */
export const signIn = async (url: string, user_name = 'admin', password = ADMIN_PASSWORD): Promise<string> => {
  const call = createClient({ base_url: url, token: () => null })
  const user = await call(api.login, { body: { user_name, password } })
  return user.token
}

/** A client that carries this token. */
export const clientOf = (url: string, token: string): Call => createClient({ base_url: url, token: () => token })

const WINDOW_S = 10_000

/** Second -> raw flow temperature of every report stored for a device in a period, read as any console reads it. */
export const storedTimes = async (
  url: string,
  token: string,
  mac: string,
  from_s: number,
  to_s: number,
): Promise<Map<number, number>> => {
  const call = clientOf(url, token)
  const stored = new Map<number, number>()
  for (let start = from_s; start < to_s; start += WINDOW_S) {
    const answer = await call(api.historyData, {
      body: {
        macs: [mac],
        points: ['t_out'],
        from: new Date(start * 1000).toISOString(),
        to: new Date(Math.min(start + WINDOW_S, to_s) * 1000).toISOString(),
        resolution: 'raw',
      },
    })
    if (answer.truncated) throw new Error('the answer was cut: the window is too long')
    for (const series of answer.series)
      series.t.forEach((t, index) => {
        const value = series.v[index]
        if (value !== null && value !== undefined) stored.set(Math.round(t / 1000), Math.round(value * 10))
      })
  }
  return stored
}
