import { expect } from '@playwright/test'
import { running } from '../running.ts'
import { test } from './close-contexts.ts'

const read = async (path: string): Promise<string> => (await fetch(`${running.url()}${path}`)).text()
const NAMED = /[\w.-]+-[\w-]{8}\.js/g
const STATIC_IMPORT = /(?:from|import)\s*"\.\/([^"]+\.js)"/g

/** The scripts of the console, lazy ones too, each with those it imports at once. */
const readImports = async (): Promise<Map<string, string[]>> => {
  const imports = new Map<string, string[]>()
  const waiting = [...(await read('/')).matchAll(NAMED)].map(([name]) => name)
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (imports.has(name)) continue
    const text = await read(`/assets/${name}`)
    imports.set(
      name,
      [...text.matchAll(STATIC_IMPORT)].map(([, imported = '']) => imported),
    )
    waiting.push(...[...text.matchAll(NAMED)].map(([mentioned]) => mentioned))
  }
  return imports
}

test('no scripts of the console import each other: whichever a person needs first can run', async () => {
  const left = await readImports()
  expect(left.size).toBeGreaterThan(100)
  // What imports nothing that is left goes; what can never go is in a circle, or imports one.
  for (let before = -1; before !== left.size; ) {
    before = left.size
    for (const [name, imports] of left) if (!imports.some((imported) => left.has(imported))) left.delete(name)
  }
  expect([...left.keys()]).toEqual([])
})
