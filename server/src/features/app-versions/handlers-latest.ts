import type { AppContext } from '../../app-context.ts'
import type { Handlers } from '../../handler.ts'
import { evaluateUpdate } from './rules.ts'
import { listReleasedAbove } from './store.ts'

/** The update check of an installation, before sign-in. */
export const appLatestVersionHandlers = ({ database: { db } }: Pick<AppContext, 'database'>) =>
  ({
    appLatestVersion: async ({ query }, { caller }) => {
      const { platform, version, language } = query
      const released = await listReleasedAbove(db, { app_id: caller.app_id, platform, version })
      const evaluated = evaluateUpdate(query, released)
      if (evaluated === null) return { update: 'none', latest: null }
      const { latest, update } = evaluated
      const { build, notes, store_url, released_at } = latest
      const own = language === '' || language === 'de' ? '' : notes[language]
      // Released, so it has a time.
      const release_time = (released_at ?? new Date(0)).toISOString()
      return {
        update,
        latest: { version: latest.version, build, notes: own || notes.en, store_url, release_time },
      }
    },
  }) satisfies Pick<Handlers, 'appLatestVersion'>
