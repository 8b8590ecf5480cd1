/** A thing that happens and that others in this process may listen to. */
export type Topic<Message> = {
  tell: (message: Message) => void
  listen: (listener: (message: Message) => void) => () => void
}

/** Makes a {@link Topic}: listeners are called in turn, at once, after the commit of what they are told. */
export const createTopic = <Message>(): Topic<Message> => {
  const listeners = new Set<(message: Message) => void>()
  return {
    tell: (message) => {
      for (const listener of listeners) listener(message)
    },
    listen: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** What handlers tell the sockets. */
export type Changes = {
  deviceRenamed: Topic<{
    device_id: number
    mac: string
    agent_path: string
    product_key: string
    device_name: string
  }>
  /** Sessions of this account may be over: look now, not at the next round. */
  sessionsChanged: Topic<{ uid: number }>
  /** Distributors were made, moved, changed or deleted, each named by its path before and after. */
  treeChanged: Topic<{ agent_paths: string[] }>
  /** Accounts may or see something else now: a role, a group, a distributor, an account was changed. */
  accessChanged: Topic<{ because: string }>
  /** Definitions changed: consoles forget what they keep of them. */
  productsChanged: Topic<{ product_keys: string[] }>
}

/** Opens the topics of one console process. */
export const createChanges = (): Changes => ({
  deviceRenamed: createTopic(),
  sessionsChanged: createTopic(),
  treeChanged: createTopic(),
  accessChanged: createTopic(),
  productsChanged: createTopic(),
})
