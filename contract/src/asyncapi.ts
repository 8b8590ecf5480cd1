import { z } from 'zod'
import { Command, PollPlan } from './device-protocol/device-commands.ts'
import {
  AckMessage,
  EventMessage,
  Registration,
  StateMessage,
  TimeAnswer,
  TimeRequest,
} from './device-protocol/device-messages.ts'
import {
  DEVICE_ID,
  DOWN_CHANNELS,
  type DownChannel,
  MAX_PAYLOAD_BYTES,
  UP_CHANNELS,
  type UpChannel,
} from './device-protocol/device-protocol.ts'
import { downTopic, upTopic } from './device-protocol/device-topics.ts'
import { OtaAnnouncement, OtaLink, OtaMessage } from './device-protocol/ota-messages.ts'
import { JsonReport } from './device-protocol/report-json.ts'
import { hoistDefinitions, jsonSchemaOf } from './json-schema.ts'
import { ClientMessage, PING, PONG, PUSH_PATH, ServerMessage } from './push.ts'

type Json = Record<string, unknown>
type Action = 'send' | 'receive'

/** What one side says on a channel: the message and its payload. */
type Said = { name: string; summary: string; payload: Json; content_type: string }

const textMessage = (name: string, summary: string, text: string): Said => ({
  name,
  summary,
  payload: { type: 'string', const: text },
  content_type: 'text/plain',
})

/** Each message of a union on `cmd`, under its own name. */
const commandsOf = (union: { options: readonly z.ZodObject[] }, io: 'input' | 'output', schemas: Json): Said[] =>
  union.options.map((option) => {
    const json = jsonSchemaOf(option, io)
    const name = String(json.properties?.cmd?.const)
    return {
      name,
      summary: `The message \`${name}\`.`,
      payload: hoistDefinitions(name, json, schemas),
      content_type: 'application/json',
    }
  })

type Channel = { name: string; address: string; summary: string; parameters?: Json; bindings?: Json }
/** `action` is that of who this document is about: the product. */
type Spoken = Channel & { said: readonly { action: Action; messages: readonly Said[]; bindings?: Json }[] }

const documentOf = (
  info: Json,
  servers: Json,
  channels: readonly Spoken[],
  schemas: Json,
  security: Json | undefined,
): Json => {
  const operations = channels.flatMap(({ name, said }) =>
    said.map(({ action, messages, bindings }) => [
      `${action}_${name}`,
      {
        action,
        channel: { $ref: `#/channels/${name}` },
        messages: messages.map((message) => ({ $ref: `#/channels/${name}/messages/${message.name}` })),
        ...(bindings === undefined ? {} : { bindings }),
      },
    ]),
  )
  const written = channels.map(({ name, address, summary, parameters, bindings, said }) => [
    name,
    {
      address,
      summary,
      messages: Object.fromEntries(
        said
          .flatMap(({ messages }) => messages)
          .map(({ name: message, summary: says, payload, content_type }) => [
            message,
            { name: message, summary: says, contentType: content_type, payload },
          ]),
      ),
      ...(parameters === undefined ? {} : { parameters }),
      ...(bindings === undefined ? {} : { bindings }),
    },
  ])
  return {
    asyncapi: '3.0.0',
    info,
    servers,
    channels: Object.fromEntries(written),
    operations: Object.fromEntries(operations),
    components: { schemas, ...(security === undefined ? {} : { securitySchemes: security }) },
  }
}

/** AsyncAPI 3.0 of the console's socket. */
export const buildSocketAsyncApi = (host: string): Json => {
  const schemas: Json = {}
  const heartbeat = {
    receive: textMessage('ping', 'Heartbeat, bare text, after 30 s without traffic.', PING),
    send: textMessage('pong', 'The answer to a heartbeat.', PONG),
  }
  return documentOf(
    {
      title: 'Heatfleet socket',
      version: '1',
      description:
        'The first message is `Authenticate` with the number and the token of a session; `sn` rises with each message, and an answer has the `sn` of its question. Close codes: 4401 session over, 4400 protocol, 4408 read too slowly, 4409 closed by an operator, 1012 restart.',
    },
    { product: { host, protocol: 'wss', pathname: PUSH_PATH, description: 'The console’s own address.' } },
    [
      {
        name: 'socket',
        address: PUSH_PATH,
        summary: 'One WebSocket of a signed-in person.',
        said: [
          { action: 'receive', messages: [heartbeat.receive, ...commandsOf(ClientMessage, 'input', schemas)] },
          { action: 'send', messages: [heartbeat.send, ...commandsOf(ServerMessage, 'output', schemas)] },
        ],
      },
    ],
    schemas,
    undefined,
  )
}

/** Payloads of the channels of a module: a schema of JSON, or what a binary frame is. */
const UP: Record<UpChannel, { says: string; schema?: z.ZodType; frame?: string }> = {
  st: { says: 'On line, or off line and why; retained, and the last will.', schema: StateMessage },
  reg: { says: 'Who the module is, after every connect.', schema: Registration },
  blk: {
    says: 'Register blocks as they came from the bus.',
    frame:
      'Block report, big-endian: "HP", version 1, type, seq u16, ts u32, flags, rssi i8, csq, n blocks, blocks, CRC-16/MODBUS (device protocol, 4).',
  },
  blkj: { says: 'The same as JSON.', schema: JsonReport },
  evt: { says: 'Something happened at the module.', schema: EventMessage },
  ack: { says: 'The answer to a command.', schema: AckMessage },
  ota: { says: 'How far an upgrade is.', schema: OtaMessage },
  otaq: {
    says: 'Asks for a part of an image.',
    frame:
      'Request, 16 bytes, big-endian: "HQ", 1, flags, job u32, offset u32, length u16, CRC-16 (device protocol, 5).',
  },
  time: { says: 'Asks for the time.', schema: TimeRequest },
}
const DOWN: Record<DownChannel, { says: string; schema?: z.ZodType; frame?: string }> = {
  cfg: { says: 'Poll plan and settings.', schema: PollPlan },
  cmd: { says: 'A command; carried out at most once per id.', schema: Command },
  ota: {
    says: 'An image that the module may fetch, and a link to it for one that accepted with `http`.',
    schema: z.union([OtaAnnouncement, OtaLink]),
  },
  otac: {
    says: 'A part of an image.',
    frame: 'Chunk, big-endian: "HC", 1, status, job u32, offset u32, length u16, data, CRC-16 (device protocol, 5).',
  },
  time: { says: 'The time.', schema: TimeAnswer },
}

/** AsyncAPI 3.0 of what modules and the cloud say over MQTT. */
export const buildDeviceAsyncApi = (host: string): Json => {
  const schemas: Json = {}
  const did = { did: { description: `IMEI or MAC of the module: ${DEVICE_ID.source}` } }
  const channelOf = (
    direction: 'up' | 'dn',
    channel: string,
    { qos, retain, payload }: { qos: 0 | 1; retain: boolean; payload: 'json' | 'binary' },
    { says, schema, frame }: { says: string; schema?: z.ZodType; frame?: string },
    address: string,
  ): Spoken => {
    const name = `${direction}_${channel}`
    const json = schema === undefined ? { type: 'string', description: frame } : jsonSchemaOf(schema, 'input')
    const message: Said = {
      name: `${name}_message`,
      summary: says,
      payload: hoistDefinitions(name, json as Json, schemas),
      content_type: payload === 'json' ? 'application/json' : 'application/octet-stream',
    }
    return {
      name,
      address,
      summary: says,
      parameters: did,
      // The product receives what a module sends.
      said: [
        {
          action: direction === 'up' ? 'receive' : 'send',
          messages: [message],
          bindings: { mqtt: { qos, retain, bindingVersion: '0.2.0' } },
        },
      ],
    }
  }
  const up = Object.entries(UP_CHANNELS).map(([channel, form]) => {
    const name = channel as UpChannel // the keys of the table
    return channelOf('up', name, form, UP[name], upTopic('{did}', name))
  })
  const down = Object.entries(DOWN_CHANNELS).map(([channel, form]) => {
    const name = channel as DownChannel // the keys of the table
    return channelOf('dn', name, form, DOWN[name], downTopic('{did}', name))
  })
  return documentOf(
    {
      title: 'Heatfleet device protocol (HPLink v1)',
      version: '1',
      description: `What a WiFi or 4G module and the cloud say over MQTT; at most ${MAX_PAYLOAD_BYTES} bytes a message. Log-in and frames byte by byte: docs/device-protocol.md.`,
    },
    { broker: { host, protocol: 'mqtts', security: [{ $ref: '#/components/securitySchemes/module' }] } },
    [...up, ...down],
    schemas,
    {
      module: {
        type: 'userPassword',
        description: 'User name `did|ts|h1`, password HMAC-SHA256(secret, `did|ts`) in hex; or a client certificate.',
      },
    },
  )
}
