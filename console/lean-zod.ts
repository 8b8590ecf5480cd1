import type { Plugin } from 'vite'

/**
 * Vite plugin: leaves out of a build how zod describes a schema as JSON Schema. The server's API page is made of it; a
 * console only checks, and would load it first thing. Whoever asks for a description there is told so.
 */
export const leanZod = (): Plugin => ({
  name: 'heatfleet:lean-zod',
  apply: 'build',
  transform: {
    filter: { id: /zod[\\/]v4[\\/]core[\\/](?:json-schema-processors|to-json-schema)\.js$/ },
    handler(code) {
      const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name)
      if (names.length === 0) this.error('zod keeps its JSON Schema elsewhere now')
      // Methods of a schema are made by some of these: made they may be, not called.
      const refuse = "const refuse = () => () => { throw new Error('the console describes no schema') }"
      return { code: [refuse, ...names.map((name) => `export const ${name} = refuse`)].join('\n'), map: null }
    },
  },
})
