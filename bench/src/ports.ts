/** Port the measured product listens on; out of the way of a product that runs beside it. */
export const BENCH_PORT = 18_480
/** Its port for modules. */
export const BENCH_MQTT_PORT = 18_481
