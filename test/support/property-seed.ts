// Property tests get the same cases in every run; PROPERTY_SEED=2 gives others.
import fc from 'fast-check'

fc.configureGlobal({ seed: Number(process.env['PROPERTY_SEED'] ?? 1) })
