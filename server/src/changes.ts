import type { DevicePlace } from './platform/scope.ts'

/** A typed event emitter within this process. */
type Topic<Message> = {
  publish: (message: Message) => void
  subscribe: (listener: (message: Message) => void) => () => void
}

/** Creates a {@link Topic}: listeners are called synchronously, after the commit of the change. */
const createTopic = <Message>(): Topic<Message> => {
  const listeners = new Set<(message: Message) => void>()
  return {
    publish: (message) => {
      for (const listener of listeners) listener(message)
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Changes that handlers publish to the realtime sockets. */
export type Changes = {
  deviceRenamed: Topic<{
    device_id: number
    mac: string
    agent_path: string
    product_key: string
    device_name: string
  }>
  /** Sessions of this account may have ended: check now, not at the next round. */
  sessionsChanged: Topic<{ uid: number }>
  /** Distributors were created, moved, changed or deleted, each with its path before and after. */
  treeChanged: Topic<{ agent_paths: string[] }>
  /** Permissions or scope of accounts changed: a role, a group, a distributor or an account was changed. */
  accessChanged: Topic<{ because: string }>
  /** Definitions changed: consoles drop their cached ones. */
  productsChanged: Topic<{ product_keys: string[] }>
  /** An order was created, answered, assigned, resolved, reopened or rated; the place is that of its device. */
  ordersChanged: Topic<DevicePlace>
  /** Somebody decided about unknown modules, or approved them. */
  unknownModulesChanged: Topic<void>
}

/** Creates the topics of one console process. */
export const createChanges = (): Changes => ({
  deviceRenamed: createTopic(),
  sessionsChanged: createTopic(),
  treeChanged: createTopic(),
  accessChanged: createTopic(),
  productsChanged: createTopic(),
  ordersChanged: createTopic(),
  unknownModulesChanged: createTopic(),
})
