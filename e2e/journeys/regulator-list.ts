/**
 * A register list as the page of an integration publishes it: German names under German titles in an English page, the two registers of a number as
 * a range with an en dash, keys in backticks, a dash for nothing, and smaller tables before the catalogue that repeat some addresses.
 */
export const REGULATOR_LIST = `# Modbus registers of the Nordhang 7 regulator

## Data types

| Type | Description |
|------|-------------|
| **FLOAT** | IEEE 754 floating point (2 Modbus words, low word first) |
| **UCHAR** | 8-bit unsigned value in one Modbus word |
| **INT16** | 16-bit signed value |
| **BOOL** | 0 or 1 |

## Connection

| Parameter | Value |
|-----------|-------|
| Protocol | Modbus TCP |
| Slave ID | 1 |
| FC Read holding | 03 (Read Holding Registers) |
| FC Write | 16 (Write Multiple Registers) |

### Values of the energy manager

| Address | Entity | Datatype | Unit | Notes |
|---------|--------|----------|------|-------|
| 110 | \`grid_surplus\` | FLOAT, word-swapped | kW | Written by the inverter |
| 112 | \`grid_target\` | FLOAT, word-swapped | kW | Depends on the firmware |

## Complete register catalogue

### 110–199 · PV (3)

| Adresse(n) | Beschreibung (DE) | Registername | Typ | Einheit | Zugriff | Hinweis |
|------------|-------------------|--------------|-----|---------|---------|---------|
| 110–111 | PV Überschuss | \`grid_surplus\` | FLOAT | kW | RW | — |
| 112–113 | PV Zielwert | \`grid_target\` | FLOAT | kW | RW | — |
| 114 | Batterie SOC | \`battery\` | INT16 | % | RW | — |

### 600–699 · System (25)

| Adresse(n) | Beschreibung (DE) | Registername | Typ | Einheit | Zugriff | Hinweis |
|------------|-------------------|--------------|-----|---------|---------|---------|
| 600–601 | Außentemperatur | \`outdoor\` | FLOAT | °C | R | — |
| 602–603 | Gemittelte Außentemperatur | \`outdoor_mean\` | FLOAT | °C | R | — |
| 604 | Systembetriebsart | \`system_mode\` | UCHAR | — | RW · EEPROM | Enum |
| 606–607 | Pufferspeichertemperatur | \`buffer\` | FLOAT | °C | R | — |
| 608–609 | Trinkwassererwärmer oben | \`tank_top\` | FLOAT | °C | R | — |
| 610 | Warmwasser Sollwert | \`tank_setpoint\` | UCHAR | °C | RW · EEPROM | — |
| 612–613 | Wärmepumpen Vorlauftemperatur | \`flow\` | FLOAT | °C | R | — |
| 614–615 | Wärmepumpen Rücklauftemperatur | \`return\` | FLOAT | °C | R | — |
| 616–617 | Luftansaugtemperatur | \`intake\` | FLOAT | °C | R | — |
| 618–619 | Luftwärmetauscher Temperatur | \`coil\` | FLOAT | °C | R | — |
| 620 | Durchfluss Wärmesenke | \`sink_flow\` | UCHAR | L/min | R | — |
| 621 | Ladepumpe Wärmesenke | \`sink_pump\` | INT16 | % | R | — |
| 622 | Wärmepumpen Betriebsart | \`unit_mode\` | UCHAR | — | R | Enum |
| 623 | Summenstörung | \`sum_alarm\` | UCHAR | — | R | Binär |
| 624 | Verdichter 1 | \`compressor_1\` | UCHAR | — | R | Binär |
| 625 | Verdichter 2 | \`compressor_2\` | UCHAR | — | R | Binär |
| 626 | Umschaltventil Heizen/Warmwasser | \`valve\` | UINT16 | — | R | — |
| 628–629 | Elektrische Leistungsaufnahme Wärmepumpe | \`electric_power\` | FLOAT | kW | R | — |
| 630–631 | Thermische Leistung | \`thermal_power\` | FLOAT | kW | R | — |
| 632–633 | Wärmemenge Heizen | \`heat_heating\` | FLOAT | kWh | R | — |
| 634–635 | Wärmemenge Warmwasser | \`heat_tank\` | FLOAT | kWh | R | — |
| 640 | Störung Wärmequellenkreis | \`fault_source\` | UCHAR | — | R | — |
| 641 | Störung Ladepumpe | \`fault_pump\` | UCHAR | — | R | — |
| 642 | Externe Heizanforderung | \`demand\` | BOOL | — | RW | — |
| 699 | Fehlerquittierung | \`acknowledge\` | UCHAR | — | W · nur Schreiben | — |
`
