/** Key of the flow water temperature (semantic key of the built-in product), shown in device lists. */
export const FLOW_KEY = 't_out'
