import { describe, expect, it } from 'vitest'
import { stageFor } from './use-scaled-stage.ts'

describe('the stage of a big screen', () => {
  it.each([
    ['1920 x 1080', 1920, 1080, { width: 1920, height: 1080, scale: 1 }],
    ['4K', 3840, 2160, { width: 1920, height: 1080, scale: 2 }],
    ['wider: more width, not larger letters', 3840, 1080, { width: 3840, height: 1080, scale: 1 }],
    ['upright: more height', 1080, 1920, { width: 1920, height: 1920 / (1080 / 1920), scale: 1080 / 1920 }],
  ])('fills %s', (_, width, height, expected) => {
    const stage = stageFor(width, height)
    expect(stage.scale).toBeCloseTo(expected.scale)
    expect(stage.width * stage.scale).toBeCloseTo(width)
    expect(stage.height * stage.scale).toBeCloseTo(height)
    expect(stage.width).toBeCloseTo(expected.width)
  })
})
