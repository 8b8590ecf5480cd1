import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { readTar, TAR_END, type TarEntry, tarHead, tarPadding } from './tar.ts'

const LONG = `${'folder/'.repeat(20)}${'n'.repeat(90)}`
const archive = (files: readonly (readonly [path: string, text: string])[]): Buffer =>
  Buffer.concat([
    tarHead({ path: 'empty', kind: 'folder', bytes: 0 }),
    ...files.flatMap(([path, text]) => {
      const bytes = Buffer.from(text)
      return [tarHead({ path, kind: 'file', bytes: bytes.length }), bytes, tarPadding(bytes.length)]
    }),
    TAR_END,
  ])
const FILES = [
  ['pg/base/1/2619', 'x'.repeat(8_192)],
  ['keys/none', ''],
  ['firmware/产品', 'board'],
  [LONG, 'deep'],
] as const

const read = async (bytes: Buffer, piece: number) => {
  const entries: (TarEntry & { text: string })[] = []
  const pieces = async function* () {
    for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece)
  }
  await readTar(pieces(), {
    begin: (entry) => void entries.push({ ...entry, text: '' }),
    data: (part) => {
      const last = entries.at(-1)
      if (last !== undefined) last.text += part.toString('latin1')
    },
    end: () => {},
  })
  return entries
}

describe('an archive', () => {
  it.each([1, 511, 512, 513, 100_000])('is read however it is cut, here into %i bytes', async (piece) => {
    const entries = await read(archive(FILES), piece)
    expect(entries.map(({ path }) => path)).toEqual(['empty', ...FILES.map(([path]) => path)])
    expect(entries[0]?.kind).toBe('folder')
    expect(entries.slice(1).map(({ text }) => text)).toEqual(
      FILES.map(([, text]) => Buffer.from(text).toString('latin1')),
    )
  })

  it('is one that any tar lists', () => {
    const listed = execFileSync('tar', ['-tf', '-'], { input: archive(FILES.slice(0, 2)), encoding: 'utf8' })
    expect(listed.trim().split('\n')).toEqual(['empty/', 'pg/base/1/2619', 'keys/none'])
  })

  it('tells sizes beyond eight gigabytes', async () => {
    const bytes = 20_000_000_000
    const seen: TarEntry[] = []
    const pieces = async function* () {
      yield tarHead({ path: 'large', kind: 'file', bytes })
    }
    const reading = readTar(pieces(), { begin: (entry) => void seen.push(entry), data: () => {}, end: () => {} })
    await expect(reading).rejects.toThrow('not complete')
    expect(seen[0]?.bytes).toBe(bytes)
  })

  it.each(['../out', '/etc/passwd', 'pg/../../out'])('with the path %s is refused', async (path) => {
    await expect(read(archive([[path, 'x']]), 512)).rejects.toThrow('is refused')
  })

  it('without its end is refused', async () => {
    await expect(read(archive(FILES).subarray(0, -1_024), 512)).rejects.toThrow('not complete')
  })
})
