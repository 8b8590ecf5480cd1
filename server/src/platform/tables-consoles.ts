import type { Generated } from 'kysely'
import type { GeneratedTime, Time } from './column-types.ts'

/** Console processes and their sockets. */
export type ConsoleTables = {
  consoles: { console_id: string; host: string; seen_at: GeneratedTime }
  console_sockets: {
    console_id: string
    socket_id: number
    uid: number | null
    user_name: string
    viewer: string
    address: string
    user_agent: string
    opened_at: Time
    active_at: Time
    devices: number
    queued_bytes: number
    close_requested: Generated<boolean>
  }
}
