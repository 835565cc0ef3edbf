import { list } from './list.ts';

/** First and last parts of fictional company names. */
export const coinedStarts = list(
  'Aero, Alba, Amber, Anvil, Arbor, Arc, Argen, Astra, Aure, Axi, Bel, Bora, Bright, Cal, Candela, Caro, Cel, Cinder, Cobalt, Copper, Coral, Corvi, Crest, Dawn, Delta, Dova, Drift, Echo, Elder, Ember, Equi, Fal, Fern, Fjord, Flint, Fora, Gale, Glacier, Gran, Halo, Harbor, Haven, Helio, Hollow, Indi, Iron, Jun, Kelvi, Kestrel, Kinet, Lark, Laurel, Lumen, Luna, Maple, Mara, Meridi, Mistral, Mona, Moss, Nava, Nex, Nimb, Nord, Nova, Oaken, Ori, Osprey, Pal, Peak, Pelic, Pine, Polar, Prim, Quarry, Quill, Raven, Ridge, River, Rowan, Saffron, Sage, Sol, Spar, Stell, Stone, Summit, Talon, Tern, Terra, Thistle, Tidal, Timber, Trell, Umbra, Val, Vanta, Vela, Verd, Vesper, Wave, Willow, Xeno, Yarrow, Zephyr',
);

export const coinedEnds = list(
  'a, bay, bridge, castle, cove, craft, dale, dyne, era, field, fold, ford, gate, glen, haus, hive, ia, ic, is, ix, land, lane, line, loop, mark, mere, mind, mont, ody, on, ora, path, pine, point, port, quest, ra, reach, rise, root, scape, side, sphere, spring, stead, tide, tion, trail, us, vale, verse, via, view, ward, way, well, wise, wood, yard',
);
