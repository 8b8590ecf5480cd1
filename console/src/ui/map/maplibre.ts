import 'maplibre-gl/dist/maplibre-gl.css'
import { Map as LibreMap, Marker, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'

setWorkerUrl(workerUrl)

// The only importer of the map library; itself imported dynamically.
export { LibreMap, Marker }
