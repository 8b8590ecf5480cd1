import { RELEASE_CHANNELS } from '@heatfleet/contract/app-versions/app-versions.ts'
import type { AppContext } from '../../app-context.ts'
import type { Handlers } from '../../handler.ts'
import { packageLink } from './package-links.ts'
import { evaluateUpdate } from './rules.ts'
import { listReleasedAbove } from './store.ts'

/** The update check of an installation, before sign-in. */
export const appLatestVersionHandlers = (deps: Pick<AppContext, 'database' | 'clock' | 'secret_key' | 'config'>) =>
  ({
    appLatestVersion: async ({ query }, { caller }) => {
      const { platform, version, language, channel } = query
      const installed = { app_id: caller.app_id, platform, version }
      const channels = RELEASE_CHANNELS.slice(0, RELEASE_CHANNELS.indexOf(channel) + 1)
      const released = await listReleasedAbove(deps.database.db, installed, channels)
      const evaluated = evaluateUpdate(query, released)
      if (evaluated === null) return { update: 'none', latest: null }
      const { latest, update } = evaluated
      const { version_id, build, notes, store_url, released_at, package: file } = latest
      const own = language === '' || language === 'de' ? '' : notes[language]
      // Released, so it has a time.
      const release_time = (released_at ?? new Date(0)).toISOString()
      const linked = file === null ? null : { ...file, ...packageLink(deps, version_id, file.sha256, deps.clock.now()) }
      return {
        update,
        latest: { version: latest.version, build, notes: own || notes.en, store_url, package: linked, release_time },
      }
    },
  }) satisfies Pick<Handlers, 'appLatestVersion'>
