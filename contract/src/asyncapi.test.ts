import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { buildDeviceAsyncApi, buildSocketAsyncApi } from './asyncapi.ts'
import { DOWN_CHANNELS, UP_CHANNELS } from './device-protocol/device-protocol.ts'
import { ClientMessage, ServerMessage } from './push.ts'

// The schema of the specification, as its authors publish it.
const published = createRequire(import.meta.url).resolve('@asyncapi/specs/schemas/3.0.0-without-$id.json')
const isAsyncApi = new Ajv({ strict: false, validateFormats: false }).compile(
  JSON.parse(readFileSync(published, 'utf8')),
)

type Document = {
  channels: Record<string, { address: string; messages: Record<string, unknown> }>
  operations: Record<string, { action: string; channel: { $ref: string }; messages: { $ref: string }[] }>
}
const DOCUMENTS = {
  socket: buildSocketAsyncApi('heat.example.com'),
  device: buildDeviceAsyncApi('heat.example.com'),
}
const socket = DOCUMENTS.socket as Document
const device = DOCUMENTS.device as Document

const at = (document: unknown, reference: string): unknown =>
  reference
    .slice(2)
    .split('/')
    .reduce<unknown>((value, key) => Object(value)[key], document)

const referencesIn = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) =>
    key === '$ref' && typeof part === 'string' ? [part] : referencesIn(part),
  )
}

describe.each(Object.entries(DOCUMENTS))('the AsyncAPI document of the %s', (_, document) => {
  it('is true to the schema of AsyncAPI 3.0', () => {
    isAsyncApi(document)
    expect(isAsyncApi.errors ?? []).toEqual([])
  })

  it('has no reference that leads nowhere', () => {
    const references = referencesIn(document)
    expect(references.length).toBeGreaterThan(0)
    expect(
      references.filter((reference) => !reference.startsWith('#/') || at(document, reference) === undefined),
    ).toEqual([])
  })
})

describe('the AsyncAPI documents', () => {
  it('have every message of the socket', () => {
    const commands = [...ClientMessage.options, ...ServerMessage.options].map(({ shape }) => shape.cmd.value)
    expect(Object.keys(socket.channels.socket?.messages ?? {}).toSorted()).toEqual(
      [...commands, 'ping', 'pong'].toSorted(),
    )
  })

  it('have every channel of a module, in its direction', () => {
    const topics = Object.values(device.channels).map(({ address }) => address)
    const up = Object.keys(UP_CHANNELS).map((name) => `hp/v1/d/{did}/up/${name}`)
    const down = Object.keys(DOWN_CHANNELS).map((name) => `hp/v1/d/{did}/dn/${name}`)
    expect(topics).toEqual([...up, ...down])
    expect(device.operations.receive_up_blk?.action).toBe('receive')
    expect(device.operations.send_dn_cmd?.action).toBe('send')
  })
})
