import fc from 'fast-check'

// A test that fails by chance tells nobody which change broke it.
fc.configureGlobal({ seed: Number(import.meta.env['LOCKET_SEED']) })
