import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { lazily } from '../platform/lazily.ts'
import { dropUploaded, keepUploaded } from '../platform/uploaded-sheets.ts'
import { createContentSplitter } from './content-splitter.ts'

/** Smaller bodies are read in memory, without a file. */
const FILE_FROM_BYTES = 65_536
const FOLDER = 'heatfleet-uploads-'
/** What no base64 is: the schema refuses it as it refuses such a content. */
const NO_BASE64 = '?'

/** Uploads at a time: bounds the disk that they take, 16 MB each. */
const FILES_MAX = 16

type Upload = { name: string; path: string }
/** Uploads of calls that run. */
const uploads = new WeakMap<IncomingMessage, Upload>()
let uploads_so_far = 0
/** Files that exist now. */
let files = 0

/** The folder of this process; those of processes that ended go. */
const findFolder = lazily((): string => {
  for (const name of readdirSync(tmpdir()))
    if (name.startsWith(FOLDER) && !isRunning(name.slice(FOLDER.length)))
      rmSync(join(tmpdir(), name), { recursive: true, force: true })
  const folder = join(tmpdir(), `${FOLDER}${process.pid}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return folder
})

const isRunning = (pid: string): boolean => {
  try {
    return process.kill(Number(pid), 0)
  } catch (error) {
    // EPERM: of another account.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/**
 * Routes registered in `app` write the sheet in their body (`content`, base64) into a file while it arrives, so that neither the
 * text nor the bytes of it are ever in the memory of this process; the body carries its name (uploaded-sheets.ts). The file goes
 * with the answer.
 */
export const acceptUploads = (app: FastifyInstance): void => {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', (request, payload, done) => {
    readBody(request, payload).then(
      // Of no body at all, as everywhere.
      (text) => (text === '' ? done(null, {}) : parse(request, text, done)),
      (error: Error) => done(error),
    )
  })
  app.addHook('onResponse', async ({ raw }) => {
    const upload = uploads.get(raw)
    if (upload === undefined) return
    uploads.delete(raw)
    await drop(upload)
  })
}

const drop = async ({ name, path }: Upload): Promise<void> => {
  dropUploaded(name)
  await rm(path, { force: true })
  files -= 1
}

const tooLong = (): Error => Object.assign(new Error('the body is too long'), { statusCode: 413 })

/** The text of the body, with the name of the file in place of the content. */
const readBody = async (request: FastifyRequest, payload: IncomingMessage): Promise<string> => {
  const limit = request.routeOptions.bodyLimit
  const declared = Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY)
  if (Number.isFinite(declared) && declared > limit) throw tooLong()
  const body = declared <= FILE_FROM_BYTES ? readInMemory() : await readIntoFile(request.raw)
  let length = 0
  try {
    for await (const chunk of payload as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > limit) throw tooLong()
      await body.push(chunk)
    }
    return await body.end()
  } catch (error) {
    await body.abandon()
    throw error
  }
}

type Body = { push: (chunk: Buffer) => Promise<void>; end: () => Promise<string>; abandon: () => Promise<void> }

const readInMemory = (): Body => {
  const chunks: Buffer[] = []
  return {
    push: async (chunk) => void chunks.push(chunk),
    end: async () => Buffer.concat(chunks).toString(),
    abandon: async () => {},
  }
}

const readIntoFile = async (raw: IncomingMessage): Promise<Body> => {
  if (files >= FILES_MAX) throw Object.assign(new Error('too many uploads at a time'), { statusCode: 429 })
  files += 1
  const path = join(findFolder(), String(uploads_so_far++))
  const file: FileHandle = await open(path, 'wx', 0o600)
  const text: Buffer[] = []
  /** Decoded and not written yet. */
  let bytes: Buffer[] = []
  let size = 0
  const decoder = createBase64Decoder((piece) => {
    bytes.push(piece)
    size += piece.length
  })
  const split = createContentSplitter({
    text: (piece) => void text.push(piece),
    content: decoder.push,
    contentEnd: () => {
      if (!decoder.end()) return void text.push(Buffer.from(NO_BASE64))
      const name = keepUploaded({ path, size })
      uploads.set(raw, { name, path })
      text.push(Buffer.from(name))
    },
  })
  return {
    push: async (chunk) => {
      // The stream uses the memory of its chunks again.
      split(Buffer.from(chunk))
      for (const piece of bytes) await file.write(piece)
      bytes = []
    },
    end: async () => {
      await file.close()
      if (uploads.get(raw) === undefined) await drop({ name: '', path })
      return Buffer.concat(text).toString()
    },
    abandon: async () => {
      await file.close()
      const upload = uploads.get(raw) ?? { name: '', path }
      // Not once more with the answer.
      uploads.delete(raw)
      await drop(upload)
    },
  }
}

/** Decodes base64 in pieces of any length; `end` tells whether all of it was base64. */
const createBase64Decoder = (onBytes: (piece: Buffer) => void) => {
  let rest = ''
  let is_valid = true
  let is_padded = false
  return {
    push: (piece: Buffer): void => {
      const letters = rest + piece.toString('latin1')
      const whole = letters.length - (letters.length % 4)
      rest = letters.slice(whole)
      const block = letters.slice(0, whole)
      if (block === '') return
      // Padding ends it: nothing may follow.
      const padding = block.endsWith('==') ? 2 : block.endsWith('=') ? 1 : 0
      const bytes = Buffer.from(block, 'base64')
      is_valid &&= !is_padded && bytes.length === (whole / 4) * 3 - padding && !/[-_]/.test(block)
      is_padded = padding > 0
      onBytes(bytes)
    },
    end: (): boolean => is_valid && rest === '',
  }
}
