import { decodeGolden } from './golden.js'

/**
 * The mean vector of passages of all kinds, by model and script, as `encodeGolden` writes one: over 204 English and 214
 * Chinese sentences of everyday chat, written for this project (`bench/extract/data/table-1.json`), each embedded as a
 * passage.
 */
const CENTERS: Record<string, { latin: string; cjk: string } | undefined> = {
  'e5-small-memory-en-zh': {
    latin:
      'pgaEAGn7r/yCCQb6QgBAADwFBQL4Ah8A1QWx+vX6TgSPBf/7Uvzk+8EE3QHp+W4DYgQkBZD9qQI4A0P2o/l+/LQGS/nABLD/wfj2+QIG' +
      'V/wk/DQDTQX2BAYH8gLL+vcF1fws/Cf5QwaQBDgG8AXY+OD28/ci+n4GoQZt+q4EAgGFCDEHEwO0BR742/3b/CcGIQFa/fL92ATbAfn5' +
      'BQGl+8b70/to/TIEavumB5YFEvmSCR38yQVhAuX4evks+XP68vpSCCoGAfwUCUr9UwS++VP9BgOtA/b4UQhw+qX6KwOnBnoEcviv/Pz4' +
      'B/6jAFz6OQhE/Lf5+vmq+vr9SwKFBcUDVgAaBFoBzgCCBAQDOAnP+mj9QgFT/QX93Agf/VkFIgjBBDIHwvsUCvj7cALZ+S8FRQMsA379' +
      'BvYt/PADrwRC+1L6wPjs/9v7rf3yAtkIzvsE/zr6NwTO+4gD+wCYBjr7PgWSCLsE5/1b/FX3CPtm/Dz75Pp+At8G5vv3/BICUPqZ94H7' +
      'MgOD+7wG4gUaBuUAiP2MA+oErwIw/yr3jgVr/8MDdwbk9gr46AZP+WX+cQHCBxP/LAU4BXH9CwWJ9rf4ywJMB2D40f3OBH73CP0w+gH4' +
      'Tvtg+wn/7wGUBFT91fxP+0IDN/iFBaL7SPuIAnv99gAcCCP8V/w7+8b6gwWbBxIJbPvSAooCCvuhCPAGbQRRBeD6xPrB+2j7fffsA/MD' +
      'BfpM99b+igAgBQz8o/ykBBIEUAIKCMsCk/0F/ggGy/kS/4z+tvksBR76sQtNAT0AwwjZ+48Gc/2v+pUCUQIT+BkCBAQbBJIBYgJRB5gG' +
      'Lvoo/MMEJwiI/3z/Xv1695D8g/j1/Kb4zv5yB2b6e/oDBB8CnwS0+235awST+af+NPsGByr77/YfARACV/jjBKz9xPgSB4v9dvwPAl0H' +
      '6/K8AvYHV/1ZBqn/3PtFAyMDjfu0/HQFiAXWBr4GQv00AV0BWvoNCgUGHfq8/3j82Pof+TcGpPvg9HADsQopBFwF',
    cjk:
      'wQhdAUz7U/7OCtD6qP8wASUHOQFmAt/9Ggft+4n5OQPSBS76lP35+18FlgIV+Z4E9AUyBE/8QgMwBLL2vfqb/LIGrfntBkUB/PgP+hEF' +
      '8vqv+0cDGAfIB6sGJAXj+tEGzPrd/GT6CwYqBmgF0QMS+Jn5M/d2+PII2QaJ/RQFmQHMCIEEIAOnBB/5IP9Z/ycHWAI//Vj/gQJsBPb6' +
      'AQIv+5/5Evxr/hYE9flgB3wFFPkNCZ7/KAZTBNf6Vfk3+fH59ftAB7AGjf1zCX78ZwDU+TD8JQUrBjj4GQfF+tL7kgPaBNsF4fZ8/Lj6' +
      'kfoqAqz4bwb/+tn5y/xc+lj8IQRZBDgAVQDCA+YBnv+FA5wBXgjd+pT/DABm/Cj/8QfG++wDMgftA9sHj/onCZ76iwDX+KgFZwUxAyn8' +
      'tfl7/OgDEASG+rv40Pc//jr7NvocAgcJvPuL/5/8/QS4+0MCwwDRBwf9mAONCnsFtv6g/AX2ofoM/Hj9w/seAzwH/v2M/QEDFvk6+T/7' +
      '7ACF+j8GBwU5BjsCOfwNAjsESgRW/lX1sQQ4/HYDigX39jT3DQct97v+qAA8B8H+gAMTA5b9MwLN9Rj8/QPkBO/5Cf7AA6L17vzM+3b2' +
      'mPp99+b/JgJHBZb6Pf+2+u8BOviTBhb5d/qhBE/9ZwJRCGH7RPxN+On6dAZJCb8J/fsSA50DVvz5CCcIywXmAhH7Zvt8+vT8e/ieAjUH' +
      '5/lQ+dH+LQK5CGD6vvx6BewFoQEhB9kD9Pt0/QEGQPsHAAz+Cf7/BBz5NwlsALv/MAgJ+T0FUPw//okCHgBI9ToEFwORAuUBBwWnCdQH' +
      'R/v6+2oCmwXa/7X/Lf1I+Yv6c/ok+yf4tgAfBVL6f/lYBvQDVAIa/MP4eQTX+jX9N/dRBkn7hPhPAhoGtvqxBVb93PiAAzH+EvxZA38D' +
      'L/J2AZ4Iav2gBv3/H/s+BM0DY/qU+hcFAwUnB6wE/v8xAbYCh/jaCQQGZfiQ/7D7D/zq9YQFiv3y9m0DBAv2A48E',
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
