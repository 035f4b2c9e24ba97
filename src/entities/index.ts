export { EntityLane } from '../index/entities/entity-lane.js'
export { Linking } from './linking.js'
