import type { Bus } from './bus.ts'

/** What a call changed that open consoles should hear at once; told after the commit. */
export type ConsoleNews =
  | { kind: 'device_renamed'; device_id: number; mac: string; device_name: string }
  /** Definitions changed: consoles forget what they keep of them. */
  | { kind: 'products_changed'; product_keys: string[] }

/** From the features to the realtime socket, inside one process. */
export type News = Bus<ConsoleNews, ConsoleNews>

/** Opens the line; who listens hears what is told from then on. */
export const createNews = (): News => {
  const listeners = new Set<(news: ConsoleNews) => void>()
  return {
    tell: (news) => {
      for (const listener of listeners) listener(news)
    },
    listen: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
