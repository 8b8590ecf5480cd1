import type { useMessages } from '../../messages/messages.ts'

/** The words of the list, handed to the cells so that each need not ask for them. */
export type DeviceWords = ReturnType<typeof useMessages<'devices'>>
