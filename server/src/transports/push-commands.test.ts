import { LIMITS } from '@heatfleet/contract/limits.ts'
import { PING, PUSH_CLOSE } from '@heatfleet/contract/push.ts'
import { describe, expect, it } from 'vitest'
import { PUSH_NOW, usePushCase } from '../../test/push-case.ts'
import { settle } from '../../test/push-console.ts'

const the = usePushCase()

describe('commands over the socket', () => {
  it('requests fast reports and a refresh from the gateway, for own devices only', async () => {
    const console = await the.signedIn('county_a11')
    for (const [cmd, kind] of [
      ['LiveView', 'live_view'],
      ['RefreshDevice', 'refresh'],
    ] as const) {
      the.stage.published.length = 0
      console.send({ cmd, mac: the.own.mac })
      expect(await console.next()).toMatchObject({ cmd: 'CommandAck', code: 200 })
      expect(the.stage.published).toEqual([{ kind, device_id: the.own.device_id }])
      console.send({ cmd, mac: the.foreign.mac })
      expect(await console.next()).toMatchObject({ error: 'device_not_found' })
      expect(the.stage.published).toHaveLength(1)
    }
  })

  it('publishes the state of a control command, under its own sn, to its requester', async () => {
    const console = await the.signedIn('county_a11')
    const { console: other } = await the.watching('admin', [the.own.mac])
    const sn = console.send({ cmd: 'ControlDevice', mac: the.own.mac, points: [{ key: 'sp_heat', value: 47.5 }] })
    const queued = await console.next()
    expect(queued).toMatchObject({
      cmd: 'DeviceReportCommandAck',
      sn,
      state: 'queued',
      old_value: 45,
      new_value: 47.5,
    })
    const control_id = queued.cmd === 'DeviceReportCommandAck' ? queued.control_id : 0
    expect(the.stage.published.at(-1)).toEqual({ kind: 'controls_queued', control_ids: [control_id] })
    const move = {
      ...the.report(the.own, PUSH_NOW),
      kind: 'control_moved',
      control_id,
      key: 'sp_heat',
      old_value: 45,
      new_value: 47.5,
    } as const
    the.stage.gateway({ ...move, state: 'sent', read_back: null, reason: null })
    the.stage.gateway({ ...move, state: 'sent', read_back: null, reason: null })
    the.stage.gateway({ ...move, state: 'acked', read_back: null, reason: null })
    the.stage.gateway({ ...move, state: 'verified', read_back: 47.5, reason: null })
    the.stage.gateway({ ...move, state: 'expired', read_back: null, reason: null })
    await settle(console)
    await settle(other)
    const states = console
      .messages('DeviceReportCommandAck')
      .map((m) => (m.cmd === 'DeviceReportCommandAck' ? [m.sn, m.state] : []))
    expect(states).toEqual([
      [sn, 'queued'],
      [sn, 'sent'],
      [sn, 'acked'],
      [sn, 'verified'],
    ])
    expect(other.messages('DeviceReportCommandAck')).toEqual([])
  })

  it('reads the end of a command from the log when no event reported it', async () => {
    const console = await the.signedIn('county_a11')
    console.send({ cmd: 'ControlDevice', mac: the.own.mac, points: [{ key: 'sp_heat', value: 41 }] })
    const queued = await console.next()
    const control_id = queued.cmd === 'DeviceReportCommandAck' ? queued.control_id : 0
    await the.database.db
      .updateTable('control_log')
      .set({ state: 'expired', reason: 'no_answer' })
      .where('control_id', '=', String(control_id))
      .execute()
    the.clock.move(LIMITS.command_expiry_ms + LIMITS.command_timeout_ms)
    await the.recheck(2)
    expect(await console.next()).toMatchObject({ control_id, state: 'expired', reason: 'no_answer' })
  })

  it.each([
    ['a value above the maximum', 'county_a11', 'sp_heat', 99, 'above_max'],
    ["the installer's point", 'county_a11', 'df_max', 8, 'no_permission'],
    ['a foreign device', 'city_a2', 'sp_heat', 40, 'device_not_found'],
  ] as const)('refuses %s', async (_, account, key, value, error) => {
    const console = await the.signedIn(account)
    const sn = console.send({ cmd: 'ControlDevice', mac: the.own.mac, points: [{ key, value }] })
    expect(await console.next()).toMatchObject({ cmd: 'CommandAck', sn, code: 400, error })
  })

  it('refuses an sn that does not rise, and does nothing twice', async () => {
    const console = await the.signedIn('county_a11')
    const points = [{ key: 'sp_heat', value: 42 }]
    const sn = console.send({ cmd: 'ControlDevice', mac: the.own.mac, points })
    expect(await console.next()).toMatchObject({ cmd: 'DeviceReportCommandAck' })
    for (const repeated of [sn, sn - 1]) {
      console.send({ cmd: 'ControlDevice', mac: the.own.mac, points }, repeated)
      expect(await console.next()).toMatchObject({ cmd: 'CommandAck', sn: repeated, error: 'invalid_input' })
    }
    expect(the.stage.published.filter(({ kind }) => kind === 'controls_queued')).toHaveLength(1)
  })

  it.each([
    ['no JSON', '{"cmd":', 0],
    ['no object', '[1,2]', 0],
    ['an unknown command', '{"cmd":"Reboot","sn":5}', 5],
    ['a command without its parts', '{"cmd":"LiveView","sn":6}', 6],
    [
      'a point with a NUL in its key',
      '{"cmd":"ControlDevice","sn":8,"mac":"860000000000010","points":[{"key":"\\u0000","value":1}]}',
      8,
    ],
    ['an incomplete device id', '{"cmd":"LiveView","sn":7,"mac":"86000"}', 7],
  ])('refuses %s and stays open', async (_, text, sn) => {
    const console = await the.signedIn('county_a11')
    console.ws.send(text)
    expect(await console.next()).toMatchObject({ cmd: 'CommandAck', sn, error: 'invalid_input' })
    console.send({ cmd: 'LiveView', mac: the.own.mac })
    expect(await console.next()).toMatchObject({ code: 200 })
  })

  it('closes on bytes that are no text, on a flood, and on a message too large', async () => {
    const [binary, flood, large] = [
      await the.signedIn('admin'),
      await the.signedIn('admin'),
      await the.signedIn('admin'),
    ]
    binary.ws.send(Buffer.from([1, 2, 3]))
    expect((await binary.closed).code).toBe(PUSH_CLOSE.protocol)
    for (let count = 0; count <= LIMITS.push_messages_per_10s; count++) flood.ws.send(PING)
    expect((await flood.closed).code).toBe(PUSH_CLOSE.protocol)
    large.ws.send('x'.repeat(LIMITS.push_message_bytes + 1))
    expect((await large.closed).code).toBe(1009)
  })
})
