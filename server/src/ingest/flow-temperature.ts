/** Flow water temperature of every product of ours (semantic key of the built-in product): lists show it of each device. */
export const FLOW_KEY = 't_out'
