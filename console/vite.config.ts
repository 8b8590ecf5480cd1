import react from '@vitejs/plugin-react'
import { defineConfig, type UserConfig } from 'vite'
import { completeCatalogues } from './complete-catalogues.ts'
import { firstVisitFile } from './first-visit-file.ts'
import { dropServerFields } from './lean-endpoints.ts'
import { precompress } from './precompress.ts'
import { pureTables } from './pure-tables.ts'
import { schemasApart } from './schemas-apart.ts'
import { splitCatalogues } from './split-catalogues.ts'

/** Where the development server finds the cloud; a production build is served by the cloud itself. */
const cloud = process.env.HEATFLEET_CLOUD ?? 'http://127.0.0.1:8080'

export default defineConfig(({ command }) => {
  // A build is for people, whoever asks for it: a test's NODE_ENV would put the development React into it.
  if (command === 'build') process.env.NODE_ENV = 'production'
  return settings
})

const settings: UserConfig = {
  root: import.meta.dirname,
  plugins: [
    react(),
    completeCatalogues(),
    dropServerFields(),
    pureTables(),
    schemasApart(),
    splitCatalogues(),
    precompress(),
  ],
  server: {
    proxy: {
      '/JCloud': { target: cloud, changeOrigin: true },
      // The socket wants Host and Origin to name the same place: neither is changed.
      '/ws': { target: cloud, ws: true },
    },
  },
  build: {
    target: 'es2024',
    outDir: 'dist',
    rolldownOptions: {
      // A schema that nothing reads is left out: to make one does nothing else.
      treeshake: { manualPureFunctions: ['z'] },
      output: {
        codeSplitting: {
          // A group holds what its modules import too: files that import each other are run in an order that depends on
          // which of them a person needs first, and some orders crash.
          includeDependenciesRecursively: true,
          groups: [
            {
              name: 'react',
              test: /node_modules[\\/](?:react|react-dom|scheduler|react-router|cookie-es|set-cookie-parser)[\\/]/,
              priority: 30,
            },
            // Schemas are made while modules load: zod must not share a file with code that waits for ours.
            { name: 'zod', test: /node_modules[\\/]zod[\\/]/, priority: 20 },
            // What most screens share of our own code is one file instead of forty small ones; fields stay apart: lists
            // have none, nor photos, nor the forms of mutes and service orders.
            {
              name: 'shared',
              test: /(?:console[\\/]src[\\/](?:ui[\\/](?!field|combo|moment|date-range|region|qr-code|photo)|cloud|lists)|contract[\\/]src[\\/](?!alarm-rules[\\/]|service-orders[\\/])|modbus[\\/]src)/,
              priority: 10,
              minShareCount: 12,
            },
            // What a first visit runs in any case is one file for each step of it, not forty small ones.
            { name: firstVisitFile, priority: 5 },
          ],
        },
      },
    },
  },
}
