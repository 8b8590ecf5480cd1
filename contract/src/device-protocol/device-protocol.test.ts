import { createHmac, createPublicKey, verify } from 'node:crypto'
import vectors from '@heatfleet/modbus/golden/protocol-vectors.json' with { type: 'json' }
import { fromHex, toHex } from '@heatfleet/modbus/hex.ts'
import { describe, expect, test } from 'vitest'
import { buildUsername, deviceSignatureInput, isSignatureFresh, parseUsername } from './device-auth.ts'
import { Command, PollPlan } from './device-commands.ts'
import { AckMessage, clockOffsetMs, EventMessage, LAST_WILL, Registration, StateMessage } from './device-messages.ts'
import { downlinkFilter, downTopic, mayPublish, maySubscribe, parseTopic, upTopic } from './device-topics.ts'
import { buildPayload, parsePayload } from './json-payload.ts'
import { decodeOtaChunk, decodeOtaRequest, encodeOtaChunk, encodeOtaRequest } from './ota-frame.ts'
import { OtaAnnouncement, OtaLink, OtaMessage, signedText } from './ota-messages.ts'

const did = vectors.imei
const bytesOf = (hex: string) => fromHex(hex) ?? new Uint8Array()

describe('topics', () => {
  test('a topic is built and taken apart again', () => {
    expect(upTopic(did, 'blk')).toBe('hp/v1/d/863412060123455/up/blk')
    expect(parseTopic(upTopic(did, 'blk'))).toEqual({ direction: 'up', did, channel: 'blk' })
    expect(parseTopic(downTopic('a0b1c2d3e4f5', 'otac'))).toEqual({
      direction: 'dn',
      did: 'a0b1c2d3e4f5',
      channel: 'otac',
    })
  })

  test.each([
    'hp/v2/d/863412060123455/up/blk',
    'hp/v1/d/86341206012345/up/blk',
    'hp/v1/d/A0B1C2D3E4F5/up/blk',
    'hp/v1/d/863412060123455/up/nope',
    'hp/v1/d/863412060123455/up/cmd',
    'hp/v1/d/863412060123455/up/constructor',
    'hp/v1/d/863412060123455/up/blk/more',
    'hp/v1/d/863412060123455/up',
    'hp/v1/d/+/up/blk',
    '',
  ])('%j is no topic of the protocol', (topic) => {
    expect(parseTopic(topic)).toBeNull()
  })

  test('a module publishes under its own up and subscribes under its own dn only', () => {
    expect(mayPublish(did, upTopic(did, 'reg'))).toBe(true)
    expect(mayPublish(did, upTopic('a0b1c2d3e4f5', 'reg'))).toBe(false)
    expect(mayPublish(did, downTopic(did, 'cmd'))).toBe(false)
    expect(maySubscribe(did, downlinkFilter(did))).toBe(true)
    expect(maySubscribe(did, downTopic(did, 'cmd'))).toBe(true)
    for (const filter of ['#', 'hp/v1/d/+/dn/#', downlinkFilter('a0b1c2d3e4f5'), `hp/v1/d/${did}/up/#`]) {
      expect(maySubscribe(did, filter)).toBe(false)
    }
    expect(maySubscribe('+', 'hp/v1/d/+/dn/#')).toBe(false)
  })
})

describe('log-in', () => {
  test('the golden username is read and its signature is the HMAC of did|ts', () => {
    const { username, password, secret_hex } = vectors.auth
    const login = parseUsername(username)
    expect(login).toEqual({ did, ts: 1_767_225_600, mode: 'h1' })
    if (login === null) return
    expect(buildUsername(login)).toBe(username)
    const hmac = createHmac('sha256', bytesOf(secret_hex)).update(deviceSignatureInput(login))
    expect(hmac.digest('hex')).toBe(password)
  })

  test('the golden log-in by the secret of a product is the HMAC of did|ts|product_key', () => {
    const { username, password, product_key, product_secret } = vectors.auth_product
    const login = parseUsername(username)
    expect(login).toEqual({ did, ts: 1_767_225_600, mode: 'p1', product_key })
    if (login === null) return
    expect(buildUsername(login)).toBe(username)
    const hmac = createHmac('sha256', Buffer.from(product_secret, 'base64url')).update(deviceSignatureInput(login))
    expect(hmac.digest('hex')).toBe(password)
  })

  test.each([`${did}|5|p1`, `${did}|5|p1|`, `${did}|5|p1|UPPER`, `${did}|5|p1|a-b|c`, `${did}|5|h1|r290-monobloc`])(
    'username %j names no product, or one too many, and is refused',
    (username) => {
      expect(parseUsername(username)).toBeNull()
    },
  )

  test.each(['', did, `${did}|1|h2`, `${did}|01|h1`, `${did}|-1|h1`, `${did}|4294967296|h1`, `${did}|5|s1`, `x|0|h1`])(
    'username %j is refused',
    (username) => {
      expect(parseUsername(username)).toBeNull()
    },
  )

  test('a signature is fresh for ten minutes either way', () => {
    expect([1000 - 600, 1000 + 600, 1000 - 601, 1000 + 601].map((ts) => isSignatureFresh(ts, 1000))).toEqual([
      true,
      true,
      false,
      false,
    ])
  })
})

describe('messages', () => {
  const plan = {
    id: 'p-7',
    ver: 7,
    rep: 60,
    fast: 10,
    to: 600,
    retry: 2,
    gap: 50,
    blk: [{ n: 'A', a: 1, f: 3, s: 0, q: 50, per: 60, db: [[14, 2]] }],
  }
  const probe = { baud: 19200, fmt: '8N2', a: 1, f: 3, s: 442, q: 1 }
  const registration = {
    v: 1,
    did,
    net: '4g',
    imei: did,
    iccid: vectors.iccid20,
    hw: 'DTU4G-B',
    fw: '1.3.0',
    mcu: { sw: '2.08', hw: 'CG248075' },
    rssi: -71,
    csq: 21,
    gen: 1,
    bus: { baud: 19200, fmt: '8N2', addr: 1 },
    boot: 17,
    why: 'por',
    plan: 7,
    ts: 0,
  }
  test.each([
    ['state on', StateMessage, { on: 1, boot: 17, ts: 5 }],
    ['last will', StateMessage, LAST_WILL],
    ['registration', Registration, registration],
    ['bus event', EventMessage, { id: 'e-9', ts: 1, k: '485', d: { st: 'down' } }],
    ['fault event', EventMessage, { id: 'e-10', ts: 1, k: 'fault', d: { code: 'F07', words: [1, 2] } }],
    ['acknowledgement', AckMessage, { id: 'c-42', st: 'ok', rb: [100], ms: 183, ts: 9 }],
    ['recognition answer', AckMessage, { id: 'c-1', st: 'ok', i: 0, baud: 19200, fmt: '8N2', a: 1, raw: ['0004'] }],
    ['poll plan', PollPlan, plan],
    ['read', Command, { id: 'c-1', exp: 9, op: 'read', a: 1, f: 3, s: 0, q: 50 }],
    ['write', Command, { id: 'c-1', exp: 9, op: 'write', a: 1, f: 6, s: 202, v: [100], rb: 1 }],
    ['bit write', Command, { id: 'c-1', exp: 9, op: 'wbit', a: 1, s: 50, bit: 0, v: 1, coil: 800 }],
    ['live view', Command, { id: 'c-1', exp: 9, op: 'poll', per: 5, ttl: 180 }],
    ['recognition', Command, { id: 'c-1', exp: 9, op: 'recog', tmo: 60, try: [probe] }],
    ['model setting', Command, { id: 'c-1', exp: 9, op: 'setpk', pk: 'hp-r290', plan }],
    ['reboot', Command, { id: 'c-1', exp: 9, op: 'reboot' }],
  ])('a %s message is accepted as it stands', (_, schema, message) => {
    expect(parsePayload<unknown>(schema, buildPayload(message))).toEqual({ ok: true, message })
  })

  test.each([
    ['an over-long firmware version', Registration, { ...registration, fw: 'x'.repeat(33) }, 'fw'],
    ['a foreign device id form', Registration, { ...registration, did: 'abc' }, 'did'],
    ['an unknown end of a command', AckMessage, { id: 'c-1', st: 'fine' }, 'st'],
    ['a raw value above u16', Command, { id: 'c', exp: 9, op: 'write', a: 1, f: 6, s: 1, v: [65536] }, 'v.0'],
    ['a command without expiry', Command, { id: 'c', op: 'reboot' }, 'exp'],
  ])('%s is refused at its field', (_, schema, message, at) => {
    expect(parsePayload<unknown>(schema, buildPayload(message))).toEqual({ ok: false, reason: 'bad_shape', at })
  })

  test('the clock offset leaves out the time on the way', () => {
    expect(clockOffsetMs({ t0: 1000, t1: 6050, t2: 6060 }, 1110)).toBe(5000)
  })
})

describe('firmware frames', () => {
  const job = 0x0001a2b3
  const file = Uint8Array.from({ length: vectors.ota_file.size }, (_, i) => (7 * i + 3) & 255)

  test.each([
    ['first', vectors.ota_req_0.hex, { job, offset: 0, length: 1024 }],
    ['last', vectors.ota_req_last.hex, { job, offset: 2048, length: 1024 }],
  ])('the golden %s request is read and written', (_, hex, request) => {
    expect(toHex(encodeOtaRequest(request))).toBe(hex)
    expect(decodeOtaRequest(bytesOf(hex))).toEqual({ ok: true, request })
  })

  test('the golden last chunk is written and read back', () => {
    const { hex_first24, hex_last6, len } = vectors.ota_chunk_last
    const chunk = { status: 0, job, offset: 2048, data: file.subarray(2048) } as const
    const bytes = encodeOtaChunk(chunk)
    expect(bytes).toHaveLength(len)
    expect(toHex(bytes).startsWith(hex_first24)).toBe(true)
    expect(toHex(bytes).endsWith(hex_last6)).toBe(true)
    expect(decodeOtaChunk(bytes)).toEqual({ ok: true, chunk })
  })

  test('the golden refusal of a range outside the file is written and read', () => {
    const chunk = { status: 2, job, offset: 4096, data: new Uint8Array() } as const
    expect(toHex(encodeOtaChunk(chunk))).toBe(vectors.ota_chunk_badrange.hex)
    expect(decodeOtaChunk(bytesOf(vectors.ota_chunk_badrange.hex))).toEqual({ ok: true, chunk })
  })

  test.each([
    ['bad_length', vectors.ota_req_0.hex.slice(2)],
    ['bad_magic', vectors.ota_chunk_badrange.hex],
    ['bad_crc', `${vectors.ota_req_0.hex.slice(0, -2)}00`],
  ])('a request is refused as %s', (reason, hex) => {
    expect(decodeOtaRequest(bytesOf(hex))).toEqual({ ok: false, reason })
  })

  test.each([
    ['no_job', 1],
    ['busy', 4],
  ] as const)('the golden refusal %s is written and read', (name, status) => {
    const { hex } = vectors[`ota_chunk_${name}`]
    const chunk = { status, job, offset: 4096, data: new Uint8Array() }
    expect(toHex(encodeOtaChunk(chunk))).toBe(hex)
    expect(decodeOtaChunk(bytesOf(hex))).toEqual({ ok: true, chunk })
  })
})

describe('firmware messages', () => {
  test.each(['ota_announce', 'ota_announce_http'] as const)('the golden %s is accepted as it stands', (name) => {
    const message = vectors[name]
    expect(parsePayload<unknown>(OtaAnnouncement, buildPayload(message))).toEqual({ ok: true, message })
  })

  test('the golden link is accepted as it stands, and one that is no web address is not', () => {
    const message = vectors.ota_link
    expect(parsePayload<unknown>(OtaLink, buildPayload(message))).toEqual({ ok: true, message })
    const wrong = { ...message, link: 'file:///etc/passwd' }
    expect(parsePayload<unknown>(OtaLink, buildPayload(wrong))).toEqual({ ok: false, reason: 'bad_shape', at: 'link' })
  })

  test('its signature is over the golden text, and over nothing else', () => {
    const { public_key, signed_text, sig } = vectors.ota_signature
    const announced = OtaAnnouncement.parse(vectors.ota_announce)
    expect(signedText(OtaAnnouncement.parse(vectors.ota_announce_http))).toBe(signed_text)
    const isSigned = (text: string) =>
      verify(null, Buffer.from(text), createPublicKey(public_key), Buffer.from(sig, 'base64'))
    expect(signedText(announced)).toBe(signed_text)
    expect(isSigned(signedText(announced))).toBe(true)
    expect(isSigned(signedText({ ...announced, ver: '1.4.3' }))).toBe(false)
    expect(isSigned(signedText({ ...announced, size: announced.size - 1 }))).toBe(false)
  })

  test.each(Object.entries(vectors.ota_messages))('the golden message %s is accepted as it stands', (_, message) => {
    expect(parsePayload<unknown>(OtaMessage, buildPayload(message))).toEqual({ ok: true, message })
  })

  test.each([
    ['an unknown refusal', { id: 'o-1', st: 'reject', why: 'tired' }, 'why'],
    ['a share above 100 %', { id: 'o-1', st: 'dl', pct: 101 }, 'pct'],
    ['a result that is none', { id: 'o-1', st: 'done', rc: 200 }, 'rc'],
  ])('%s is refused at its field', (_, message, at) => {
    expect(parsePayload<unknown>(OtaMessage, buildPayload(message))).toEqual({ ok: false, reason: 'bad_shape', at })
  })
})
