import { decodeGolden } from './golden.js'

/**
 * The mean vector of passages of all kinds, by model and script, as `encodeGolden` writes one: over 204 English and 214 Chinese
 * sentences of everyday chat, written for this project (`bench/extract/data/table-1.json`), each embedded as a passage.
 */
const CENTERS: Record<string, { latin: string; cjk: string } | undefined> = {
  'e5-small-en-zh': {
    latin:
      'qgR2/4P66fmSCev6Qv8mAewH9wGTBQ4B3ghP+1f5RwWMB+f6k/oj+S4DbgEf+3gFpwXdB6P9ZQIgBYb0/fjO+yYFqPj6BXYBh/lR+SoH0vps/QoEwwYpBwoH/wRb+pgFAPyp/IL53QaiAQgIagTt+I' +
      'X2xvdx98UEIAjW+7gCKQF+CRsIagSzBgT5kf3X+L4HxAAc/FoA1QN8Ai75IAKo+yv5K/s7+1UEhfn4B6kGbvfbCVX88AfMA974b/m993v5L/mCB5QGq/tHCcn8GATo9mD7nQOKBXH4igcO+Sb6lgRU' +
      'BogEoPh++y/6ZP28ArH6sgfm/P74q/mV+ZX+dAPMBSoEiP51BdAClwCYBTEFQgtc+vP92f8U/fX4Ywjv+9AGMgi2BSgJxPwEC/r6MwVy+0oFFgJ4BHX7R/WM+W4EGAYt+if5ifY5/h74bP1CBHsI3P' +
      'g8/m75tgNM+nAF6/+SBzL62wXRCA4GoP2A+xj51/qu+k77jvoMA7cGofxM/aQEY/ms9+n5jwN9+swGnwauBVYABf2VBREFhQM9/8/3pwW+/ZQFJgfO9fz2TAgU+sv+6gHhB9n6LwNnBib9MgYT9rP3' +
      'XgXiBnr4J/o/Bpf5b/xK+Fb3XPk0+h0AawQwBsX6bvuM+mQEG/cxBoX8jvpaAkr/bwPUB5r5i/vb+M76pAVyB/UIe/oTBA0CTf3nCqUG/QXyBRn4u/ub+L367/fJAhoEnPfS97H7FwNDB8373PvIBD' +
      'MEXANnBxYFnf4f/qAGGPsX/DD/PvjDBir61AqTBCABlwk8+yAGbf3e+HADHgPU9QUDvgKJBWoCbAPUB9sGrfjI+xEEZweB/nUBy/t1+Jz6YPgP/rn4zAJdBs34FftYBcwBVQPA+7n5UQa0+YEACf0F' +
      'Bx35hfdVAhME3/iKBWD77PV5B9T85ftDAq0IIvWLAYcH9fxrBaf7YfryBDgFx/jw/okGUgcxB1wHB/4mAeUCEvkuCJoFMPrL/0r8E/kB+1IGyPke9hQDYAoZAxoI',
    cjk:
      '8waB/5f7+vvZCkv+xv61Au8J6P8yBLb9Bgt//oj2EARcBwH5kf3k+FoEYQIx+acFsQhXBNz66QS2BYr2pfqr+6IFB/o0CRgEU/lw+aUEyPiI/P4CWwc3C5EFuQZw+twGPPju/B37iAUmBHMHNQAh+H' +
      '37p/Vd9RoI+gmhAFoCBwL7CuMF/waXBcb69f55/d8JfAIH+5UBwf8EBhH7IwSt+Zf10fry+24DRPf0BacGEvjOB28AGwctCLX9gPnu+Gz5HPuxBbcHqf8ICWr7zv5B96/4yweHCND3QQRT+ur5cgWM' +
      'BO0FavaV+sH9FfhPBoH3OwPo+fv6VP7F+On5yAUiBSv+wf70A4sDEP99AzADkAkE+tkAn/6S+577vAZB+vQEbQb4Ax4Jp/nEB275mAIW+YsGaATdBQr6WPsE+rYFDQac+Uv2kvaC/D32MPiaA0IIK/' +
      'nD/3r9nQXM+XMClwDJCJz98QH1C9MHXf5X/DD4Bvsv+j39RvweA7MF1f+r/bUG9veN+oz6qgDC+DIG3AQqByIBMvlkAlcDoAVA/Zf1MAV1+zcFsATz9a72mgc+9kUAtQC3B+/5hAEFA5v95QFk9CT9' +
      'fAdCBJz6OfmLA2T3kP1Y+or1mfep9NIBSgT/BqX2VAFg+MMAZffdCPL5pPr9BMT+zAV9B8r4S/tG9hP8tgUqCTILMfvOBNkCCQCoCwEIRQhOAgL57/2y98f9SPrdAMgJuPaj+Zz7rQU6Cyf41PunBY' +
      '8FQQKNBGcHBPwD/agEEvz+/QL/Vv+3BZf4wgfPAtL/Iwmf9MwEm/o7/pgEmv7X8EoGJAJHAM4DoAboDLwHHfr0+jUA+gP//2YCUvu4/Az6JPxu/MT49gXqAwb4BPqzCX8EUABX/Ib5pAVn+k79Ofge' +
      'Bvb3uPiuA8wKnf2wBrr7qPfCAQH+k/1FBGUCN/c4ASMJ+vzsBX/6SPmYBlMGGPeN/HgHzwY3CDsDBwJvAEkFFvagCEoFHPel/qv6T/rG9QMGz/uq+JIC+glUBKAH',
  },
  'all-MiniLM-L6-v2': {
    latin:
      'XP8fAMsDHgIMALD+ngLI/mz+Wv7+/p38wv2EAfP+2v6EAKH9of07AF79iABiAHMBPgDpAVAALgGX/nj+T/1yA57/n/8jAc4AxgFF/RYBfgGwAGn+UAFHALH/AwCL/2v/ewMcApf+qP4q/8T/PgHHAu' +
      'r+sgAAAt//Lv61Adn8YwIrANT/iPzPAWv/IQLp/RoAUQBAApD/MQBgARj7CgPKAS783f3A/twBUv9Y/10CxgGU/xf+qAEv/18AXAKJ/U//uf2KAUP6ggU7AJ4CUQK5AQ//RAAZ/0ACHgCv/MH95wBn' +
      'AasAnP/cAXIBagBkASwBDAGvAsz+/gHk/K79lwIAAFAAvwC6AdkDPASz/9b8AAEO/s8AVgAM/uv8kf0h/+wBwv/mADj/XAHq/wb9F/+2AH3/EAERAoD9KwTfAXD/8gC4/5P+gv30AKz/+Pym/C7/Kg' +
      'AJALD/KgA3ANoAJALzARYCgf6K/UMBxP3bAPb+vP7MAkMAwgC+/9sBngEoAf/+Iv5w/XT+8f/gAcr9aACf/yoAAwAlAE0AFAAUANQAjv+FBPv/av4VAREDPgDPAO/7tf7CATP8RP/kAiX9j/0AAG0B' +
      'Jv+a/wUBLwGu/eYBqQSlAeICGQBe/xICDv+DAsL/dQOuAav+QACt+2ED1/2eBHL9ewKeAikCSvsx/p79qf12+Rb/zv7AAcv+pv4l/dUBfwDJ/cb/ZQSNAE/+BQHZ/jkADQLV/2UAOP7D/kwAtf6yAU' +
      'T8Bf/p/0T95wDB/c4CRQGY/f39PwDs/xv/DQEqAFr8LADY//T+SwGUAM7/nf5v/TL/gAA0AUMBXv4hAsMBTAHdAUr/zwLd/6H/+AAAADwBcwF4AIMBdgF3/E0Aev9q/iIBUwFzArj/ogA5ApYBIAJS' +
      'AMH9kv7J/kUCBgHWAHv/JABvApwEzgHFAEcBYQEh/f3+S/11/XAA5f66/xT/xfxw/Kv+lwLi/CkA8wAj/nj/fP5y/wL/iAKIAjgDBwBs/xUAo/54AJ8EtP3f+2b/',
    cjk:
      '3QCNCt8GMgJNAAAENw1B/hQDFPyID7/zHgNn+lQBTv/M/UwEZfuEAJ7/vACxAnUHSPuzAJ/9RQDqBwIB9vgDCS8EvQCzA1gEA/5Q+bsAawQv+gT84gY++o4B+QEV/b0DyAHq/6b35f9m+P/+NgNpBF' +
      'gAj/nPAC//tPlKA40Fwf8R/pn/QwUm/o79XgcYAS/85P7N/fD2a/mKAun+H/8g/n75cv73A7YAYPmuArb1d/9IALz/1fwZBMn9BgXL9hwCKf9t+oX8jf/XBm0GmQFfAv/5/vjh/fz7jwL0AYT+/fVR' +
      '+sz38AG1AvEA6Pub+V0CPwK2A9f3YPmE9hD4CQ0AAAj/agDlAHD7Wfk7/kQAbwAz+HwCKwCp/9z6Cf7k/N4Azv6x+LoLfwD0A+z6lvzw/r4CZPoiBLD+KP1hBB0EygG1/Ef7VfyG/i8D6Alk/2sENQ' +
      'G2+mz5jve1A30F0gAR/DkCnfrm/QL9r/q6BhUIn/uP/XUDt/Yv/JACT/I2+zAFXPwp/gz/gvsbBO36effn/zkHDAMt+FP/APuCAeUDFwKv+af9CgF3A6oFGwgfBiv+DQBmBMTw/PtjCaYBmfoAAHYB' +
      'JAmB+U3+uf+m/BUEeAsH/1MEc/mp+ZkBMQCr/iAIEwO7Bd38dwSs/xv44PttAIb9pANGCIr4/ACqAXD+RvzX/HsJcv21+SMCDfay+o0Dm//sAkcF8gD0AZ0EuvmY+jL5H/8cA/z7kgHg++YBxAHaA1' +
      'v+DQHZ/O3/AQFo/c8DqwD6AGIBaAHDBK//tgZmAWD94QI89GUCY/6dBREEiQNeABcB9P4Q/7z69PiW/vAHMP5B/m4AIANcAAP7LAEAAJD87vU5/uz5MAKU/TH93QOrBgv9VghgAk748AbM/KEDqf2Y' +
      'AFIGJvZhBZP+6QIu+6f5kQZx90AEyPlYADz/1v4z/n78yvv8/dQGrv8UAt3+aQIm/pYCdAP7COH30AbOA2kASP/Q+5YAAgWw/FP6ywjGAmYDggFgAHIGDwd5+2r7',
  },
}

export function centersOf(model: string): { latin: Float32Array; cjk: Float32Array } | undefined {
  const centers = CENTERS[model]
  return centers && { latin: decodeGolden(centers.latin), cjk: decodeGolden(centers.cjk) }
}
