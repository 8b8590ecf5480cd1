import type { Device } from '@heatfleet/contract/devices/devices.ts'
import { createContext, useContext } from 'react'
import { useLive } from '../../cloud/live.ts'
import { type LiveFields, mergeLive } from './merge-live.ts'

/** When the rows on the screen were asked for, unix ms of this computer. */
export const AskedAt = createContext(0)

/** The fetched row with the newest push over it; draws again at each push for this device alone. */
export const useLiveDevice = (device: Device): LiveFields => mergeLive(device, useLive(device.mac), useContext(AskedAt))
