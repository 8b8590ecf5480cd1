import type { MqttClient } from 'mqtt'

/** Keeps what is published, so that a value that did not change is sent once, and all of it can be sent again. */
export type Publisher = {
  /** Retained, at least once; the same text a second time is not sent. */
  publish: (topic: string, text: string) => void
  /** Removes retained messages. */
  remove: (topics: readonly (string | null)[]) => void
  has: (topic: string) => boolean
  /** Everything once more: configurations before states. */
  repeat: () => void
}

export const createPublisher = (client: Pick<MqttClient, 'publish' | 'connected'>): Publisher => {
  /** Empty = removed, and not yet sent. */
  const texts = new Map<string, string>()
  // Nothing waits for a broker that is away: the next connection sends all of it, each topic with its last text.
  const send = (topic: string, text: string): void => {
    if (!client.connected) return
    if (text === '') texts.delete(topic)
    client.publish(topic, text, { qos: 1, retain: true }, () => {})
  }
  return {
    publish: (topic, text) => {
      if (texts.get(topic) === text) return
      texts.set(topic, text)
      send(topic, text)
    },
    remove: (topics) => {
      for (const topic of topics) {
        if (topic === null) continue
        texts.set(topic, '')
        send(topic, '')
      }
    },
    has: (topic) => (texts.get(topic) ?? '') !== '',
    repeat: () => {
      const rank = ([topic]: [string, string]) => (topic.endsWith('/config') ? 0 : 1)
      for (const [topic, text] of [...texts].toSorted((a, b) => rank(a) - rank(b))) send(topic, text)
    },
  }
}
