import { expect, it } from 'vitest'
import { API_PREFIX } from './endpoint.ts'
import { LIMITS } from './limits.ts'
import { Paging } from './paging.ts'
import { PING, PONG, PUSH_PORT } from './push.ts'

/** Section 9 of the specification, and the constants of its calls and its socket: none of them is a matter of taste. */
it.each([
  ['inactivity logout, ms', LIMITS.session_idle_ms, 7_200_000],
  ['push heartbeat, ms', LIMITS.push_heartbeat_ms, 30_000],
  ['push reconnect delay, ms', LIMITS.push_reconnect_ms, 2_000],
  ['socket time-out, ms', LIMITS.push_connect_timeout_ms, 4_000],
  ['socket minimum uptime, ms', LIMITS.push_min_uptime_ms, 5_000],
  ['socket maximum delay, ms', LIMITS.push_reconnect_max_ms, 10_000],
  ['socket growth factor', LIMITS.push_reconnect_growth, 1.3],
  ['socket port', PUSH_PORT, 447],
  ['heartbeat text', [PING, PONG], ['ping', 'pong']],
  ['path prefix', API_PREFIX, '/JCloud'],
  ['default list paging', Paging.parse({}), { pageNo: 1, size: 999 }],
  ['data-query default size', LIMITS.query_page_size, 20],
  ['export data points', LIMITS.history_points_max, 12],
  ['password length', [LIMITS.password_min, LIMITS.password_max], [6, 16]],
  ['distributor name', LIMITS.agent_name_max, 30],
  ['model setting takes effect within, ms', LIMITS.model_set_ms, 5_000],
  ['model detection takes within, ms', LIMITS.model_detect_ms, 60_000],
  ['query again after, ms', LIMITS.model_requery_ms, 60_000],
])('%s', (_, constant, specified) => {
  expect(constant).toEqual(specified)
})
